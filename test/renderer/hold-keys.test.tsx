import { screen, within } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { Hold } from '../../renderer/screens/inbox/compose/hold.tsx'
import { createHoldModel } from '../../renderer/screens/inbox/compose/hold-model.ts'
import { draw } from './render.tsx'
import { ADA, detail, fakeServer, message } from './support.ts'

const ME = { id: 1, name: 'Ada' }

test('Escape in another field is left to it while the answer is held, and does not leave the conversation otherwise', async () => {
  const pending_answer = { from: 0, text: 'It is free.', is_writing: false, held_by: ME }
  const model = createHoldModel({
    api: fakeServer().api,
    id: ADA,
    tab: ADA,
    me: () => ME.id,
    thread: () => detail([message(1)], { pending_answer }),
    storage: memoryStorage(),
    onHolding: () => undefined,
    onPending: () => undefined,
  })
  onTestFinished(model.stop)
  const { user } = draw(
    <>
      <Hold model={model} onReply={() => undefined} />
      <input aria-label="Search" />
    </>,
  )
  const onEscape = vi.fn()
  addEventListener('keydown', onEscape)
  onTestFinished(() => removeEventListener('keydown', onEscape))
  const bar = screen.getByRole('region')
  await user.click(within(bar).getAllByRole('textbox')[0]!)
  await user.keyboard('{Escape}')
  expect(onEscape).not.toHaveBeenCalled()
  await user.click(screen.getByLabelText('Search'))
  await user.keyboard('{Escape}')
  expect(onEscape).toHaveBeenCalledOnce()
})
