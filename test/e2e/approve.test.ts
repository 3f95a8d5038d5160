import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { conversationOf, onlookers } from '../support/onlookers.ts'

test('with Approve, the assistant drafts, an operator edits and sends, and the visitor sees only the sent reply', async () => {
  const { life, visitor, operator } = await onlookers()
  const { page } = operator
  await operator.turnDial('Approve')
  await visitor.say('What does Parley cost?')
  const draft = page.getByRole('region', { name: 'The assistant’s draft' })
  const text = draft.getByRole('textbox', { name: 'Message to the visitor' })
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).toMatch(/free.*charge you\.$/)
  expect(await violations(page)).toEqual([])
  expect(await visitor.log.textContent()).not.toContain('free')

  // Typed text survives whatever the assistant drafts meanwhile.
  await text.fill('Nothing at all: Parley is free.')
  await visitor.say('And on a phone?')
  await draft.getByText(/The visitor wrote again/).waitFor()
  await expect.poll(() => text.inputValue()).toBe('Nothing at all: Parley is free.')
  await draft.getByRole('button', { name: 'Keep mine' }).click()
  await text.press('Control+Enter')
  await visitor.log.getByText('Nothing at all: Parley is free.').waitFor()

  await operator.thread.getByText(/^Edited and approved by/).waitFor()
  await operator.thread.getByRole('button', { name: 'Show changes' }).click()
  await operator.thread.getByRole('region', { name: /Changes to the assistant/ }).waitFor()
  expect(await violations(page)).toEqual([])

  // Redrafted with a hint, then dismissed.
  await visitor.say('Which licence does it have?')
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).toContain('MIT')
  // Of the two ways to send, only the draft's is the main one.
  const main = page.locator('.button.is-primary').filter({ hasText: 'Send' })
  expect(
    await main.evaluateAll((all) => all.map((one) => one.closest('.approve') !== null)),
  ).toEqual([true])
  await draft.getByRole('button', { name: 'Redraft' }).click()
  await page.getByRole('textbox', { name: /Instructions/ }).fill('Shorter')
  await page.keyboard.press('Enter')
  await draft.getByText('Instructions: Shorter').waitFor()
  await draft.getByRole('button', { name: 'Dismiss' }).click()
  await draft.getByText('No draft to review.').waitFor()

  const { messages } = await conversationOf(life)
  expect(messages.filter(({ author }) => author === 'assistant').at(-1)!.content).toBe(
    'Nothing at all: Parley is free.',
  )
})
