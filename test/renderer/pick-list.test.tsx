import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { ApiError } from '#contracts/client.ts'
import { PickList } from '../../renderer/screens/inbox/list/pick-list.tsx'
import { draw } from './render.tsx'

test('a rejected new item shows the reason beside its field, and keeps the text', async () => {
  const tried: string[] = []
  const { user } = draw(
    <PickList
      label="Search or create a label"
      picks={[]}
      onPick={() => undefined}
      onCreate={async (name) => {
        tried.push(name)
        throw new ApiError(422, {
          message: '',
          errors: { name: ['The name may not be greater than 40 characters.'] },
        })
      }}
      createLabel={(name) => `Create label “${name}”`}
    />,
  )
  const field = screen.getByRole('combobox')
  await user.type(field, 'A very long label{Enter}')
  await screen.findByText('The name may not be greater than 40 characters.')
  expect(tried).toEqual(['A very long label'])
  expect(field).toHaveProperty('value', 'A very long label')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, '{Backspace}')
  expect(screen.getByRole('alert').textContent).toBe('')
})
