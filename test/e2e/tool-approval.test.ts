import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { asksFor } from '../support/mcp-chat.ts'
import { openSignInLink } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing } from '../support/server.ts'
import { talking } from '../support/talking.ts'
import { stockTool } from '../support/tools.ts'

const shots = process.env['PARLEY_APPROVAL_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png` })
}

/** Screenshots of the thread in other colours, widths, directions and languages. */
async function shootVariants(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await shoot(page, 'rtl')
  await page.evaluate(() => {
    document.documentElement.dir = 'ltr'
  })
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 780 })
  await shoot(page, 'narrow')
  await page.setViewportSize(size)
}

test('an operator declines a call with a reason, and always allows the next', async () => {
  const shop = await startReceiver((res) => res.end('{"booked":true}'))
  await using chat = await talking({
    standIn: {
      script: [
        asksFor({ item: 'rye bread' }, 'stock'),
        { says: 'Rye is sold out.' },
        asksFor({ item: 'oat bread' }, 'stock'),
        { says: 'Your oat bread waits for you.' },
      ],
    },
    server: allowing(shop.host),
    tools: [{ ...stockTool(shop.url), asks_first: true }],
  })
  const { server } = chat
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await chat.say('Please reserve a rye bread')
  await page.goto(`${server.url}/app/inbox/${chat.params.uuid}`)
  const waiting = page.getByRole('region', { name: 'Approval of stock' })
  const thread = page.getByRole('log', { name: 'Messages' })
  await waiting.getByText('"item": "rye bread"').waitFor()
  await shoot(page, 'waiting')
  expect(await violations(page)).toEqual([])
  if (shots) await shootVariants(page)

  await waiting.getByRole('button', { name: 'Decline' }).click()
  const reason = waiting.getByRole('textbox', { name: 'Reason for the assistant (optional)' })
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true)
  await reason.fill('Sold out')
  await shoot(page, 'declining')
  await reason.press('Enter')
  await thread.getByText('Rye is sold out.').waitFor()
  await waiting.waitFor({ state: 'detached' })
  await page.getByText('Used stock').click()
  await page.getByText(/^Declined by .+: Sold out$/).waitFor()
  await shoot(page, 'declined')
  expect(await violations(page)).toEqual([])
  expect(shop.requests).toEqual([])

  await chat.say('Oat, then')
  await waiting.getByRole('button', { name: 'Always allow' }).click()
  await thread.getByText('Your oat bread waits for you.').waitFor()
  expect(shop.requests.map(({ body }) => body)).toEqual(['{"item":"oat bread"}'])

  await page.goto(`${server.url}/app/tools`)
  await page.getByRole('link', { name: 'stock' }).click()
  const asks = page.getByRole('switch', { name: 'Ask first' })
  await asks.waitFor()
  expect(await asks.isChecked()).toBe(false)
  await shoot(page, 'tool')
})
