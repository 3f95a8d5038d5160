import { expect, test } from 'vitest'
import { turnDial } from '#contracts/dial.ts'
import { violations } from '../support/axe.ts'
import { conversationOf, onlookers } from '../support/onlookers.ts'
import { colleague } from '../support/operators.ts'

test('taking over mid-answer stops the assistant’s text as the visitor watches', async () => {
  const { life, visitor, operator } = await onlookers()
  await visitor.say('How do I put the widget on my website?')
  await operator.thread.getByText('How do I put the widget on my website?').waitFor()
  // By keyboard shortcut, as an experienced operator would.
  await operator.page.keyboard.press('3')
  await visitor.chat.getByText('You’re now talking to a person').first().waitFor()
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

test('an operator who loses a race for the dial sees who was faster and the current setting', async () => {
  const { life, operator } = await onlookers()
  const { page } = operator
  const anna = await colleague(life, 'Anna')
  const { params, ai_epoch: epoch } = await conversationOf(life)
  // Anna's key press reaches the server first.
  await page.route('**/dial', async (route) => {
    await anna.call(turnDial, { params, body: { mode: 'human', epoch } })
    await route.continue()
  })
  const dial = page.getByRole('group', { name: 'Who answers' })
  await dial.locator('label', { hasText: 'Approve' }).click()
  await page.getByText('Anna just took over.').waitFor()
  await page.getByRole('radio', { name: 'Human', checked: true }).waitFor()
  expect(await violations(page)).toEqual([])
})
