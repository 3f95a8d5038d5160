import { expect, test } from 'vitest'
import { createClient } from '#contracts/client.ts'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { useChromium, violations } from '../support/browser.ts'
import { BUILT, type Life, live } from '../support/life.ts'
import { colleague } from '../support/operators.ts'
import { operatorOn, visitorOn } from '../support/people.ts'
import { type TestServer, temporaryFolder } from '../support/server.ts'

const chromium = useChromium()

/** A visitor who has said hello, and an operator who looks on. */
async function onlookers() {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(life)
  await visitor.open(life.url)
  await visitor.say('hello')
  await operator.openFirst()
  return { life, visitor, operator }
}

async function conversationOf({ call }: Life) {
  const { data } = await call(listConversations)
  const params = { uuid: data[0]!.id }
  return { params, ...(await call(getConversation, { params })) }
}

test('a takeover in mid-answer stops the assistant before the visitor’s eyes', async () => {
  const { life, visitor, operator } = await onlookers()
  await visitor.say('How do I put the widget on my website?')
  await operator.thread.getByText('How do I put the widget on my website?').waitFor()
  // By the key's speed, as somebody who does this all day.
  await operator.page.keyboard.press('3')
  await visitor.chat.getByText('You are talking to a person').first().waitFor()
  const shown = await visitor.log.textContent()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await expect.poll(() => visitor.log.textContent()).toBe(shown)

  const { messages, ai_enabled } = await conversationOf(life)
  expect(ai_enabled).toBe(false)
  expect(messages.filter(({ status }) => status === 'streaming')).toEqual([])
  await operator.thread.getByText(/took over$/).waitFor()

  await operator.reply('I am here now.')
  await visitor.log.getByText('I am here now.').waitFor()
})

test('whoever turns the dial second sees who was faster, and how it stands', async () => {
  const { life, operator } = await onlookers()
  const { page } = operator
  const as = (headers: Record<string, string> = {}) => createClient({ origin: life.url, headers })
  const anna = await colleague({ url: life.url, call: life.call, as } as TestServer, 'Anna')
  const { params, ai_epoch: epoch } = await conversationOf(life)
  // Anna is faster by the time it takes the key press to reach the server.
  await page.route('**/dial', async (route) => {
    await anna.call(turnDial, { params, body: { mode: 'human', epoch } })
    await route.continue()
  })
  const dial = page.getByRole('group', { name: 'Who answers' })
  await dial.locator('label', { hasText: 'Approve' }).click()
  await page.getByText('Anna took over a moment ago.').waitFor()
  await page.getByRole('radio', { name: 'Human', checked: true }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('at Approve the assistant drafts, a person edits and sends, and the visitor sees that only', async () => {
  const { life, visitor, operator } = await onlookers()
  const { page } = operator
  await operator.turnDial('Approve')
  await visitor.say('What does Parley cost?')
  const draft = page.getByRole('region', { name: 'The assistant’s draft' })
  const text = draft.getByRole('textbox', { name: 'Text for the visitor' })
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).toMatch(/free.*charge you\.$/)
  expect(await violations(page)).toEqual([])
  expect(await visitor.log.textContent()).not.toContain('free')

  // What is typed stays, whatever the assistant drafts meanwhile.
  await text.fill('Nothing at all: Parley is free.')
  await visitor.say('And on a phone?')
  await draft.getByText(/The visitor has written again/).waitFor()
  await expect.poll(() => text.inputValue()).toBe('Nothing at all: Parley is free.')
  await draft.getByRole('button', { name: 'Keep mine' }).click()
  await text.press('Control+Enter')
  await visitor.log.getByText('Nothing at all: Parley is free.').waitFor()

  await operator.thread.getByText(/^Edited and approved by/).waitFor()
  await operator.thread.getByRole('button', { name: 'Show changes' }).click()
  await operator.thread.getByRole('region', { name: /What was changed/ }).waitFor()
  expect(await violations(page)).toEqual([])

  // Drafted anew with a hint, and dismissed.
  await visitor.say('Which licence does it have?')
  await expect.poll(() => text.inputValue(), { timeout: 10_000 }).toContain('MIT')
  await draft.getByRole('button', { name: 'Draft anew' }).click()
  await page.getByRole('textbox', { name: /A hint/ }).fill('Shorter')
  await page.keyboard.press('Enter')
  await draft.getByText('Asked: Shorter').waitFor()
  await draft.getByRole('button', { name: 'Dismiss' }).click()
  await draft.getByText('No draft is waiting for you.').waitFor()

  const { messages } = await conversationOf(life)
  expect(messages.filter(({ author }) => author === 'assistant').at(-1)!.content).toBe(
    'Nothing at all: Parley is free.',
  )
})
