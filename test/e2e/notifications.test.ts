import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { createNote } from '#contracts/notes.ts'
import { updateProfile } from '#contracts/operators.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

test('the bell counts a mention, opens it, and everything else is marked as read and taken back', async () => {
  const desk = await startDesk()
  const { call } = await signedInOwner(desk)
  const { data: ann } = await call(updateProfile, { body: { name: 'Ann', email: null } })
  const grace = await colleague(desk, 'Grace')
  const visitor = await createVisitor(desk)
  const params = { uuid: visitor.conversationId }
  const page = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/home`)
  const bell = (unread?: number) =>
    page.getByRole('button', {
      name: unread === undefined ? 'Notifications' : `Notifications, ${unread} unread`,
      exact: true,
    })
  await bell().waitFor()

  const content = '@Ann please check the refund'
  await grace.call(createNote, { params, body: { client_id: randomUUID(), content } })
  await page.getByRole('status').getByText(`Grace mentioned you: ${content}`).waitFor()
  await bell(1).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('region', { name: 'Today' }).getByText(content).waitFor()
  expect(
    await panel.getByRole('heading', { level: 2 }).evaluate((at) => at === document.activeElement),
  ).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await bell(1).evaluate((at) => at === document.activeElement)).toBe(true)
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await panel.getByRole('link', { name: /^Grace mentioned you/ }).click()
  await page.getByRole('log').getByText('please check the refund').waitFor()
  await panel.waitFor({ state: 'detached' })
  await bell().waitFor()

  const { conversationId: other } = await createVisitor(desk)
  await page.goto(`${desk.url}/app/inbox`)
  const mention = { client_id: randomUUID(), content: '@Ann and this' }
  await grace.call(createNote, { params: { uuid: other }, body: mention })
  await page.getByRole('link', { name: /^Mentions ?1$/ }).click()
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.first().getByRole('link').click()
  await page.getByRole('log').getByText('and this').waitFor()
  await bell().waitFor()

  await page.goto(`${desk.url}/app/home`)
  await visitor.say('Can I talk to a real person?')
  await bell(1).waitFor()
  const value = { assignee_id: ann.id }
  await grace.call(changeInBulk, { body: { action: 'assign', value, ids: [params.uuid] } })
  await bell(2).click()
  await panel.getByRole('link', { name: /^Grace assigned you a conversation/ }).waitFor()
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await bell().waitFor({ state: 'attached' })
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Marked all as read.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await bell(2).waitFor()

  await page.goto(`${desk.url}/app/settings/notifications`)
  await page.getByRole('checkbox', { name: 'Assignments: In the list' }).click()
  await bell(1).waitFor()
  expect(await violations(page)).toEqual([])
})
