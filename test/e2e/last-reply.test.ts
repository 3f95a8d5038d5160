import { expect, test } from 'vitest'
import { getConversation } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

/** The server ends a conversation ten seconds after it was told to. */
const ENDED = { timeout: 20_000 }

/** An operator with conversations that ask these questions; the last one is open. */
async function scene(...questions: string[]) {
  const life = await startDesk()
  const visitors = []
  for (const text of questions) {
    const visitor = await createVisitor(life)
    await visitor.say(text)
    visitors.push(visitor)
  }
  const page = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await life.signInLink())
  await page.goto(`${life.url}/app/inbox/${visitors.at(-1)!.conversationId}`)
  const log = page.getByRole('log')
  await log.getByText(questions.at(-1)!).waitFor()
  const uuid = visitors.at(-1)!.conversationId
  return {
    ...{ life, page, log },
    rows: page.getByRole('region', { name: 'Conversations' }).locator('.row'),
    field: page.getByRole('textbox', { name: /^Reply to/ }),
    detail: () => life.call(getConversation, { params: { uuid } }),
  }
}

test('a reply is sent and its conversation resolved by one shortcut; the next one opens, and Undo takes back the ending only', async () => {
  const { page, log, rows, field, detail } = await scene('Is there parking?', 'Open on Sundays?')
  await expect.poll(() => rows.count()).toBe(2)
  await field.fill('Yes, from ten to four.')
  await field.press('Control+Shift+Enter')
  await log.getByText('Is there parking?').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByText('Reply sent, conversation resolved.').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText(/open again\. Your reply was sent\./).waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  const { messages, ended_at } = await detail()
  expect([messages.at(-1)?.content, ended_at]).toEqual(['Yes, from ten to four.', null])

  // By mouse, and this time it ends.
  await rows.filter({ hasText: 'Yes, from ten' }).click()
  await log.getByText('Open on Sundays?').waitFor()
  await field.fill('Anything else?')
  await page.getByRole('button', { name: 'Reply options' }).click()
  expect(await violations(page, '.composer')).toEqual([])
  await page.getByRole('menuitem', { name: /^Send and resolve/ }).click()
  await log.getByText('Is there parking?').waitFor()
  await expect.poll(async () => (await detail()).ended_at, ENDED).not.toBeNull()
  expect((await detail()).messages.at(-1)?.content).toBe('Anything else?')
}, 60_000)

test('without a network the last reply waits with its text, and resolves the conversation once it is sent', async () => {
  const { page, log, rows, field, detail } = await scene('Open on Sundays?')
  await page.context().setOffline(true)
  await field.fill('Yes, from ten to four.')
  await field.press('Control+Shift+Enter')
  await log.getByText(/Not sent\..*Resolves the conversation once sent\./).waitFor()
  expect(await violations(page)).toEqual([])
  expect([await rows.count(), (await detail()).ended_at]).toEqual([1, null])
  await page.context().setOffline(false)
  await page.getByText('Reply sent, conversation resolved.').waitFor({ timeout: 30_000 })
  await expect.poll(async () => (await detail()).ended_at, ENDED).not.toBeNull()
  expect((await detail()).messages.at(-1)?.content).toBe('Yes, from ten to four.')
}, 90_000)
