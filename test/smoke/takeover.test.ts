import { expect, test } from 'vitest'
import { conversationOf, onlookers } from '../support/onlookers.ts'

test('taking over mid-answer stops the assistant’s text as the visitor watches', async () => {
  const { life, visitor, operator } = await onlookers()
  await visitor.say('How do I put the widget on my website?')
  await operator.thread.getByText('How do I put the widget on my website?').waitFor()
  // By keyboard shortcut, as an experienced operator would.
  await operator.page.keyboard.press('3')
  const joined = 'You’re now talking to a person'
  await visitor.log.getByText(joined).waitFor()
  await visitor.chat.getByRole('status').getByText(joined).waitFor()
  const answer = visitor.log.locator('[data-author=assistant]').last()
  const shown = await answer.textContent()

  const { messages, ai_enabled } = await conversationOf(life)
  expect(ai_enabled).toBe(false)
  expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
  await operator.thread.getByText(/took over$/).waitFor()

  // The reply arrives on the same stream, after anything the assistant might still have sent.
  await operator.reply('I am here now.')
  await visitor.log.getByText('I am here now.').waitFor()
  expect(await answer.textContent()).toBe(shown)
})
