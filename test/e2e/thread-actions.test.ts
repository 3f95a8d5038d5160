import { expect, test } from 'vitest'
import { updateContact } from '#contracts/contacts.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { type Desk, startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

/** Two visitors who have asked something. */
async function twoVisitors(desk: Desk) {
  const [first, second] = [await createVisitor(desk), await createVisitor(desk)]
  await first.say('Do you open on Sundays?')
  await second.say('Is there parking?')
  return { first, second }
}

test('above a thread, the dial has its words, and one press assigns, snoozes or resolves', async () => {
  const desk = await startDesk()
  const { second } = await twoVisitors(desk)
  const page = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/inbox/${second.conversationId}`)
  const head = page.locator('.thread-head')
  for (const mode of ['Auto', 'Approve', 'Human']) {
    const word = (await head.getByText(mode, { exact: true }).boundingBox())!
    expect(word.width, mode).toBeGreaterThan(20)
  }

  const dialog = page.getByRole('dialog')
  await head.getByRole('button', { name: 'Snooze' }).click()
  await dialog.getByRole('heading', { name: /Snooze/ }).waitFor()
  await page.keyboard.press('Escape')
  await head.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog.getByRole('option').filter({ hasText: 'The team' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  // The assignee's face reassigns.
  await head.getByRole('button', { name: /^Assigned to/ }).click()
  await dialog.getByRole('heading', { name: /Assign/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Resolving looks the same everywhere.
  const resolve = head.getByRole('button', { name: 'Resolve' })
  const shape = await resolve.locator('svg').innerHTML()
  await head.getByRole('button', { name: 'Conversation actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Resolve' })
  expect(await entry.locator('svg').first().innerHTML()).toBe(shape)
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  const bulk = page.getByRole('group', { name: 'Bulk actions' })
  expect(await bulk.getByRole('button', { name: 'Resolve' }).locator('svg').innerHTML()).toBe(shape)
  await page.keyboard.press('x')

  await resolve.click()
  const toast = page.locator('.toast').filter({ hasText: 'Conversation resolved.' })
  await toast.waitFor()
  const [at, thread] = [await toast.boundingBox(), await page.locator('.thread-pane').boundingBox()]
  expect(at!.x + at!.width).toBeLessThanOrEqual(thread!.x)
  expect(at!.y).toBeGreaterThan(450)
})

test('a name from right to left stands beside its avatar, and a time from left to right stays in order among words of the other direction', async () => {
  const desk = await startDesk()
  const { second } = await twoVisitors(desk)
  await desk.call(updateContact, { params: { id: second.id }, body: { name: 'ليلى حداد' } })
  // Times with AM and PM.
  const page = await chromium.person({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await desk.signInLink())
  await page.goto(`${desk.url}/app/inbox/${second.conversationId}`)
  await page.getByRole('log').waitFor()
  const gaps = () =>
    page.evaluate(() => {
      const isRtl = document.documentElement.dir === 'rtl'
      return ['.row-place:has([aria-current])', '.thread-head'].map((place) => {
        const face = document.querySelector(`${place} .avatar`)!.getBoundingClientRect()
        const words = new Range()
        words.selectNodeContents(document.querySelector(`${place} :is(.row-name, h2)`)!)
        const name = words.getBoundingClientRect()
        return Math.round(isRtl ? face.left - name.right : name.left - face.right)
      })
    })
  for (const gap of await gaps()) expect(gap).toBeLessThan(20)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  for (const gap of await gaps()) expect(gap).toBeLessThan(20)
  const isInOrder = await page
    .locator('.row time')
    .first()
    .evaluate((time) => {
      const text = time.firstChild!
      const boxOf = (index: number) => {
        const letter = new Range()
        letter.setStart(text, index)
        letter.setEnd(text, index + 1)
        return letter.getBoundingClientRect()
      }
      return [time.textContent, boxOf(0).left < boxOf(time.textContent!.length - 1).left]
    })
  expect(isInOrder).toEqual([expect.stringMatching(/^\d+:\d\d\s[AP]M$/), true])
})
