import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { BaseStatus } from '../../renderer/screens/knowledge/status.tsx'
import { draw } from './render.tsx'

test('a knowledge base with documents that failed is not called ready', () => {
  const { unmount } = draw(<BaseStatus base={{ status: 'active', failed_count: 0 }} />)
  screen.getByText('Ready')
  unmount()
  draw(<BaseStatus base={{ status: 'active', failed_count: 1 }} />)
  screen.getByText('1 failed')
  expect(screen.queryByText('Ready')).toBeNull()
})
