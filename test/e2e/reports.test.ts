import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createOperator } from '#contracts/operators.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { signedInOwner } from '../support/operators.ts'
import { openSignInLink } from '../support/people.ts'
import { reportedConversations } from '../support/reported-desk.ts'

test('a report compares its period, each number opens a list of as many conversations, and the breakdown is a file', async () => {
  const desk = await startDesk()
  reportedConversations(desk)
  const page = await chromium.person()
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor()

  const tile = (name: string) => page.locator('.stat', { hasText: name }).first()
  const numberIn = async (name: string) =>
    Number(/\d+/.exec(await tile(name).locator('.stat-value').innerText())![0])
  await tile('Conversations').waitFor()
  await tile('Conversations').getByText('before:').waitFor()
  const inMonth = await numberIn('Conversations')
  const former = tile('Conversations').getByRole('link', { name: /before/ })
  const inMonthBefore = Number(/\d+/.exec(await former.innerText())![0])
  expect(await violations(page)).toEqual([])

  const isListed = (count: number) =>
    page.getByText(`${count} conversation${count === 1 ? '' : 's'}`, { exact: true }).waitFor()
  await former.click()
  await isListed(inMonthBefore)
  await page.goBack()

  // Another period, and what it is compared with.
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => numberIn('Conversations')).toBeLessThan(inMonth)
  const inWeek = await numberIn('Conversations')
  await page.getByRole('button', { name: 'Period before' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'No comparison' }).click()
  await expect.poll(() => tile('Conversations').getByText('before:').count()).toBe(0)

  await tile('Conversations').getByRole('link', { name: 'Conversations' }).click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await isListed(inWeek)
  await expect.poll(() => page.locator('.row').count()).toBe(Math.min(inWeek, 50))
  expect(await violations(page)).toEqual([])
  await page.goBack()

  // A row of the breakdown: its number is the count of its list.
  await page.locator('label', { hasText: 'Label' }).first().click()
  const rows = page.getByRole('table', { name: 'Breakdown: Label' })
  const cell = rows
    .getByRole('row', { name: /Billing/ })
    .getByRole('cell')
    .nth(1)
  const labelled = Number(/\d+/.exec(await cell.innerText())![0])
  await cell.getByRole('link').click()
  await page.getByText('Billing', { exact: true }).first().waitFor()
  await isListed(labelled)
  await page.goBack()

  const hours = page.getByRole('table', { name: 'Busiest hours' })
  const busy = hours.getByRole('link').first()
  const atHour = Number(await busy.innerText())
  await busy.click()
  await isListed(atHour)
  await page.goBack()

  await rows.waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).first().click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.split('\r\n')[0]).toMatch(/^by,key,name,date_from,date_to,conversations,asked/)
  expect(file).toContain(`Billing,`)
  expect(file).toMatch(new RegExp(`label,total,,[^,]*,[^,]*,${inWeek},`))
})

test('a report fits a phone in the dark and from right to left, and agents have none', async () => {
  const desk = await startDesk()
  reportedConversations(desk)
  const page = await chromium.person()
  await openSignInLink(page, await desk.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${desk.url}/app/reports?by=assistant`)
  await page.getByRole('table', { name: 'Breakdown: Assistant' }).waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBe(0)
  const right = await page
    .locator('.report-rows')
    .evaluate((rows) =>
      Math.max(...[...rows.children].map((child) => child.getBoundingClientRect().right)),
    )
  expect(right).toBeLessThanOrEqual(390)
  expect(await violations(page)).toEqual([])
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  expect(await overflow()).toBe(0)

  const owner = await signedInOwner(desk)
  const { sign_in } = await owner.call(createOperator, { body: { name: 'Linus Berg' } })
  const agent = await chromium.person()
  await openSignInLink(agent, sign_in.url)
  await agent.getByRole('heading', { level: 1 }).waitFor()
  expect(await agent.getByRole('link', { name: 'Reports' }).count()).toBe(0)
})
