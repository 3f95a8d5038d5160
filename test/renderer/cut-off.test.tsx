import { screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { ThreadRow } from '../../renderer/screens/inbox/thread/thread-row.tsx'
import { draw, fakeDesk } from './render.tsx'
import { detail, message } from './support.ts'

const HALF = message(2, { author: 'assistant', status: 'interrupted', content: 'We are' })

/** The last row of a thread whose last answer was truncated. */
function cutOff(changes: Parameters<typeof detail>[1] = {}) {
  const onContinue = vi.fn()
  const { user } = draw(
    <ThreadRow
      desk={fakeDesk().desk}
      row={{ kind: 'message', key: '2', message: HALF, isFirst: true }}
      thread={detail([message(1), HALF], { message_count: 2, ...changes })}
      reply={undefined}
      notes={undefined}
      target={undefined}
      onContinue={onContinue}
    />,
  )
  return { user, onContinue, offer: () => screen.queryByRole('button', { name: 'Continue' }) }
}

test('a truncated answer says so, and one click continues it', async () => {
  const { user, onContinue, offer } = cutOff({ ai_mode: 'auto' })
  screen.getByText('Cut off. The rest wasn’t sent.')
  await user.click(offer()!)
  expect(onContinue).toHaveBeenCalledOnce()
})

test.each([
  ['a person answers', { ai_mode: 'human' }],
  ['a person approves', { ai_mode: 'approve' }],
  ['the chat is over', { ai_mode: 'auto', ended_at: '2026-11-21T09:00:00.000Z' }],
  ['somebody has written since', { ai_mode: 'auto', message_count: 3 }],
] as const)('when %s, it cannot be continued', (_, changes) => {
  expect(cutOff(changes).offer()).toBeNull()
})
