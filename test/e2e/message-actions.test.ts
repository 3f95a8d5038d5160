import { expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

const LONG =
  'Please tell me all that you know about the opening hours, the prices and the parking here.'

test('the actions on every message are within a narrow window, by touch and by keyboard', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say(LONG)
  const page = await chromium.person({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await openSignInLink(page, await life.signInLink())
  await page.goto(`${life.url}/app/inbox/${visitor.conversationId}`)
  const log = page.getByRole('log')
  await log.getByText(LONG).waitFor()
  const actions = log.getByRole('button', { name: 'Message actions' })
  await expect.poll(() => actions.count()).toBeGreaterThan(1)
  for (const one of await actions.all()) {
    const box = await one.boundingBox()
    expect(box!.x).toBeGreaterThanOrEqual(0)
    expect(box!.x + box!.width).toBeLessThanOrEqual(390)
  }
  await actions.last().tap()
  const menu = page.getByRole('menu', { name: 'Message actions' })
  await menu.getByRole('menuitem', { name: 'Why this answer?' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add to knowledge' }).waitFor()
}, 60_000)

test('five buttons beside the widest message are within the thread, or in a menu, whatever else is open', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say(LONG)
  life.context.db
    .prepare("UPDATE messages SET content = ? WHERE author = 'assistant'")
    .run(`${LONG} `.repeat(4).trim())
  const page = await chromium.person({ viewport: { width: 960, height: 700 } })
  await openSignInLink(page, await life.signInLink())
  await page.goto(`${life.url}/app/inbox/${visitor.conversationId}`)
  const log = page.getByRole('log')
  const message = log.locator('.message.is-assistant').last()
  await message.waitFor()
  const buttons = message.locator('.message-actions button')
  const counts = new Set<number>()
  for (let width = 960; width <= 1920; width += 60) {
    await page.setViewportSize({ width, height: 700 })
    await message.hover()
    await expect
      .poll(async () => {
        const [thread, ...boxes] = await Promise.all(
          [log, ...(await buttons.all())].map((one) => one.boundingBox()),
        )
        return boxes.filter(
          (box) => box!.x < thread!.x || box!.x + box!.width > thread!.x + thread!.width,
        )
      })
      .toEqual([])
    counts.add(await buttons.count())
  }
  expect([...counts]).toEqual([1, 5])
}, 60_000)
