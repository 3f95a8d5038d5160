import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { replyToConversation } from '#contracts/conversations.ts'
import { violations } from '../support/axe.ts'
import { chromium } from '../support/chromium.ts'
import { startDesk } from '../support/desk.ts'
import { idle } from '../support/idle.ts'
import { openSignInLink } from '../support/people.ts'
import { createVisitor } from '../support/visitor.ts'

const LONG =
  'Please tell me all that you know about the opening hours, the prices and the parking here.'

const SIZES = [
  [960, 700],
  [1100, 700],
  [1440, 900],
  [1920, 900],
] as const

const opacityOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).opacity)

/** Tells whether the pointer would meet an element in its middle. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

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

const boxOf = async (element: Locator) => (await element.boundingBox())!

/** Bounds of a message and its toolbar, and how much of the text the toolbar covers. */
const layoutOf = (message: Locator) =>
  message.evaluate((element) => {
    const box = (one: Element) => one.getBoundingClientRect()
    const toolbar = element.querySelector('.message-toolbar')!
    const thread = element.closest('.thread-scroll')!
    const [bar, frame, bubble] = [box(toolbar), box(thread), box(element.querySelector('.bubble')!)]
    const hidden = [...element.querySelectorAll('.byline > *')]
      .map(box)
      .filter((part) => part.left < bar.right && bar.left < part.right && part.bottom > bar.top)
    return {
      boxes: [box(element).toJSON(), bubble.toJSON()],
      isWithin: bar.left >= frame.left && bar.right <= frame.right && bar.top >= frame.top,
      hidden: hidden.length,
      // The text begins after a padding and half of the line's leading.
      isOverText: bar.bottom > bubble.top + 12,
      overflow: thread.scrollWidth - thread.clientWidth,
      buttons: toolbar.querySelectorAll('button').length,
    }
  })

test('the toolbar of a message is within the thread at any width and in both directions, and moves or hides nothing that is read', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say(LONG)
  await idle(life.context.db)
  await visitor.say('OK')
  await idle(life.context.db)
  const page = await chromium.person({
    reducedMotion: 'reduce',
    viewport: { width: 1100, height: 700 },
  })
  await openSignInLink(page, await life.signInLink())
  await page.goto(`${life.url}/app/inbox/${visitor.conversationId}`)
  const messages = page.getByRole('log').getByRole('article')
  await expect.poll(() => messages.count()).toBe(5)
  const counts = new Set<number>()
  for (const direction of ['ltr', 'rtl'] as const) {
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const message of await messages.all()) {
        await page.mouse.move(0, 0)
        await message.evaluate((element) => element.scrollIntoView({ block: 'center' }))
        const { boxes } = await layoutOf(message)
        await message.locator('.bubble').hover()
        await expect.poll(() => opacityOf(message.getByRole('toolbar'))).toBe('1')
        const { buttons, ...layout } = await layoutOf(message)
        const right = { boxes, isWithin: true, hidden: 0, isOverText: false, overflow: 0 }
        expect(layout).toEqual(right)
        counts.add(buttons)
      }
    }
  }
  expect([...counts].toSorted()).toEqual([3, 4, 5])
}, 120_000)

test('the toolbar stays in sight on a long message, is one stop of the keyboard, and lets the pointer through while hidden', async () => {
  const life = await startDesk()
  const visitor = await createVisitor(life)
  await visitor.say(LONG)
  await idle(life.context.db)
  await life.call(replyToConversation, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: `${LONG}\n\n`.repeat(30) },
  })
  const page = await chromium.person({ viewport: { width: 1440, height: 900 } })
  await openSignInLink(page, await life.signInLink())
  await page.goto(`${life.url}/app/inbox/${visitor.conversationId}`)
  const frame = page.locator('.thread-scroll')
  const last = page.getByRole('log').getByRole('article').last()
  await expect.poll(async () => (await boxOf(last)).height).toBeGreaterThan(1000)
  const toolbar = last.getByRole('toolbar')
  const { x, y, width, height } = await boxOf(frame)
  await expect.poll(async () => (await boxOf(last)).y).toBeLessThan(y - 200)
  expect(await isOnTop(toolbar)).toBe(false)
  await page.mouse.move(x + width - 100, y + height / 2)
  await expect.poll(() => opacityOf(toolbar)).toBe('1')
  expect((await boxOf(toolbar)).y).toBeGreaterThanOrEqual(y)
  expect(await isOnTop(toolbar)).toBe(true)
  await page.mouse.move(0, 0)
  await expect.poll(() => opacityOf(toolbar)).toBe('0')

  await toolbar.getByRole('button', { name: 'Copy text' }).focus()
  await page.keyboard.press('ArrowLeft')
  const add = toolbar.getByRole('button', { name: 'Add to knowledge' })
  expect(await add.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => opacityOf(toolbar)).toBe('1')
  await page.keyboard.press('Tab')
  await expect.poll(() => opacityOf(toolbar)).toBe('0')
}, 60_000)
