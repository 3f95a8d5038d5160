import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { openSignInLink } from '../support/people.ts'
import { talking } from '../support/talking.ts'

const shots = process.env['PARLEY_REPLAY_SHOTS']

/** Saves a screenshot of a page for manual review. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  await page.screenshot({ path: `${shots}/${name}.png` })
}

/** Screenshots in other colours, widths and directions. */
async function shootVariants(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot(page, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await shoot(page, 'rtl')
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'))
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 780 })
  await shoot(page, 'narrow')
  await page.setViewportSize(size)
}

test('an operator replays conversations with a draft, has the model judge, and the saved version shows the result', async () => {
  await using chat = await talking({
    standIn: {
      script: [
        { says: 'We close at 6 pm.' },
        { says: 'We close at 8 pm, and at 5 pm on Sundays.' },
        { says: '{"verdict":"better","reason":"It also names Sundays."}' },
      ],
    },
  })
  const { server, assistantId } = chat
  await chat.say('When do you close?')
  const page = await chromium.person()
  page.setDefaultTimeout(15_000)
  await openSignInLink(page, (await server.server.createSignInLink()).url)
  await page.goto(`${server.url}/app/assistants/${assistantId}`)
  await page.getByLabel('Instructions').first().fill('You answer for a bakery with long hours.')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Replay conversations' }).click()
  const drawer = page.getByRole('dialog', { name: 'Replay conversations' })
  await drawer.getByText(/^1 answer from 1 conversation, by some-model: about/).waitFor()
  await drawer.getByRole('switch', { name: 'Let the model judge' }).click()
  await shoot(page, 'setup')
  await drawer.getByRole('button', { name: 'Run replay' }).click()
  await drawer.getByText('1 better').waitFor()
  await drawer.getByText('It also names Sundays.').waitFor()
  await drawer.getByText('We close at 6 pm.').waitFor()
  await drawer.getByText('We close at 8 pm, and at 5 pm on Sundays.').waitFor()
  expect(JSON.stringify(chat.sent(1).messages[0])).toContain('long hours')
  await shoot(page, 'results')
  expect(await violations(page)).toEqual([])
  if (shots) await shootVariants(page)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByText('Replay: 0 same, 1 better, 0 worse, 0 to compare').waitFor()
  await shoot(page, 'versions')
})
