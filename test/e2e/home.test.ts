import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { disableAi, replyToConversation } from '#contracts/conversations.ts'
import { createKnowledgeBase } from '#contracts/knowledge.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { KEY } from '../support/server.ts'
import { inConversation, openSession } from '../support/visitor.ts'

/** Home as seen by an operator. */
async function homeOf(page: Page, life: Desk) {
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`${life.url}/app/home`)
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  return {
    steps: page.getByRole('region', { name: 'Get started' }),
    needs: page.getByRole('region', { name: 'Needs you' }),
    plot: (name: string) => page.getByRole('region', { name, exact: true }),
  }
}

/** A visitor on another website, waiting for an operator. */
async function visitorOfShop(desk: Desk) {
  const session = await openSession(desk, { page_url: 'https://shop.example.com/prices' })
  const { conversationId, say } = await inConversation(desk, session)
  await desk.call(disableAi, { params: { uuid: conversationId } })
  await say('Is anybody there?')
  return conversationId
}

test('a new desk is guided by its actual state, and the finished guide can be hidden', async () => {
  const life = await startDesk()
  const { call } = life
  const page = await chromium.person()
  const { steps, needs } = await homeOf(page, life)
  await steps.getByText('1 of 6 done').waitFor()
  await needs.getByText('You’re all caught up').waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)$/ }).waitFor()
  await steps.getByRole('link', { name: 'Enter your name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Profile saved.').waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('heading', { name: /^Good .*, Ada$/ }).waitFor()
  await steps.getByText('2 of 6 done').waitFor()

  const { data } = await call(listAssistants)
  await call(startConversation, { body: { assistant_id: data[0]!.uuid, type: 'test' } })
  await steps.getByText('3 of 6 done').waitFor()

  const waiting = await visitorOfShop(life)
  await needs.getByText('Is anybody there?').waitFor()
  await steps.getByText('4 of 6 done').waitFor()
  const link = needs.getByRole('link', { name: /^Visitor/ })
  await expect.poll(() => link.getAttribute('href')).toBe(`/app/inbox/${waiting}`)
  expect(await violations(page)).toEqual([])

  await call(replyToConversation, {
    params: { uuid: waiting },
    body: { client_id: randomUUID(), content: 'Yes, I am.' },
  })
  await needs.getByText('You’re all caught up').waitFor()
  await steps.getByText('5 of 6 done').waitFor()

  const base = await call(createKnowledgeBase, { body: { name: 'Shop' } })
  const body = new FormData()
  body.append('type', 'txt')
  body.append('file', new Blob(['We are open from nine to six.']), 'hours.txt')
  await fetch(`${life.url}/api/user/knowledgebases/${base.data.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body,
  })
  const set = page.getByRole('region', { name: 'You’re all set' })
  await set.waitFor()

  await set.getByRole('button', { name: 'Hide list' }).click()
  await set.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await set.waitFor()
}, 120_000)

test('charts can be read as tables and explored by keyboard, and their period is in the URL', async () => {
  const life = await startDesk()
  await visitorOfShop(life)
  const page = await chromium.person({ timezoneId: 'Asia/Kathmandu' })
  const { plot } = await homeOf(page, life)
  const conversations = plot('Conversations')
  const newest = conversations.getByRole('row').nth(1)
  await expect.poll(() => newest.getByRole('cell').allTextContents()).toEqual(['1', '0', '0', '0'])

  const cursor = conversations.getByRole('slider')
  await conversations.locator('canvas').waitFor()
  await cursor.focus()
  await expect.poll(() => cursor.getAttribute('aria-valuetext')).toContain('Website 1')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => cursor.getAttribute('aria-valuetext')).toContain('Website 0')

  await conversations.getByRole('button', { name: 'Show as table' }).click()
  await conversations.getByRole('group', { name: 'Conversations' }).waitFor()
  expect(await violations(page)).toEqual([])

  await page.getByRole('radio', { name: '7 days' }).check({ force: true })
  await expect.poll(() => page.url()).toContain('days=7')
  await expect.poll(() => conversations.getByRole('row').count()).toBe(8)
  await page.goBack()
  await expect.poll(() => conversations.getByRole('row').count()).toBe(31)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})
