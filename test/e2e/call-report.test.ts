import { expect, test } from 'vitest'
import { createdAssistant } from '../support/assistants.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'

/** A desk with calls of every kind and a signed-in operator. */
async function deskWithCalls() {
  const life = await startDesk()
  const assistantId = await createdAssistant(life, { name: 'Ada' })
  const { db } = life.context
  const call = db.prepare(`
    INSERT INTO calls (
      user_id, assistant_id, type, status, ended_by, duration, total_cost, provider, created_at, updated_at
    ) VALUES (1, ?, ?, ?, 'customer', ?, 20000, ?, ?, 0)
  `)
  const turn = db.prepare(`
    INSERT INTO call_turns (call_id, turn, place, speaker, content, sound_ms, is_cut) VALUES (?, 0, 0, 'assistant', 'x', 800, ?)
  `)
  const now = Date.now()
  for (let index = 0; index < 30; index += 1) {
    const isTaken = index % 5 > 0
    const { lastInsertRowid: id } = call.run(
      assistantId,
      ['inbound', 'outbound', 'web'][index % 3],
      isTaken ? 'completed' : 'busy',
      isTaken ? 90 : 0,
      index < 20 ? 'other' : 'sandbox',
      now - index,
    )
    if (isTaken && index < 20) turn.run(id, Number(index < 6))
  }
  const page = await chromium.person()
  await openSignInLink(page, await life.signInLink())
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { life, page }
}

test('Home leads to the report, and each figure to its calls', async () => {
  const { life, page } = await deskWithCalls()
  await page.goto(`${life.url}/app/home`)
  // Practice calls are excluded.
  const tile = page.locator('.stat', { hasText: 'Calls' }).first()
  await expect.poll(() => tile.innerText()).toMatch(/20\n.*24 minutes · \$0\.40/)
  await page.getByRole('link', { name: 'Call report' }).click()
  await page.getByRole('heading', { name: 'Call report' }).waitFor()

  const kinds = page.getByRole('table', { name: 'By kind' })
  const all = kinds.getByRole('row', { name: /All without the Sandbox/ })
  await all.waitFor()
  expect((await all.getByRole('cell').allInnerTexts()).slice(1)).toEqual([
    ...['20', '80%', '1:30', '$0.40', '876 ms · 943 ms', '4 in 4 calls', '–'],
  ])
  const practice = kinds.getByRole('row', { name: /Practice/ })
  expect((await practice.getByRole('cell').allInnerTexts())[1]).toBe('10')
  expect(await violations(page)).toEqual([])

  await all.getByRole('link', { name: '80%' }).click()
  await page.getByText('16 calls').waitFor()
  await page.goBack()
  await all.getByRole('link', { name: '4 in 4 calls' }).click()
  await page.getByText('4 calls', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  const ends = page.getByRole('table', { name: 'How calls ended' })
  const busy = ends.getByRole('row', { name: /Practice/ }).getByRole('link', { name: '2' })
  await busy.click()
  await page.getByText('2 calls').waitFor()
})

test('the report fits a phone in dark mode, and explains where calls come from when there are none', async () => {
  const { life, page } = await deskWithCalls()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${life.url}/app/calls/report`)
  await page.getByRole('table', { name: 'By assistant' }).waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBe(0)
  expect(await violations(page)).toEqual([])
  await page.goto(`${life.url}/app/calls/report?date_from=2020-01-01&date_to=2020-01-31`)
  await page.getByRole('heading', { name: 'No calls in this period' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /Sandbox/ }).click()
  await page.getByRole('dialog').waitFor()
})
