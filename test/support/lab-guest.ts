import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { hasFocus } from './waiting.ts'

/** A message that a healthy page and its widget never log. */
export interface Noise {
  readonly from: 'page error' | 'console'
  readonly says: string
}

/** The widget's elements on a page, by role, since texts depend on the language. */
export function partsOf(place: Page | FrameLocator) {
  const widget = place.locator('parley-chat')
  const chat = widget.getByRole('dialog').first()
  return {
    launcher: widget.locator('[aria-expanded]').first(),
    chat,
    field: chat.getByRole('textbox').last(),
    log: chat.getByRole('log'),
  }
}

/** A user on a hostile page. */
export type Guest = ReturnType<typeof guestOn>

/** Browser messages about the test tool's own scripts, and about an icon that nobody requested. */
const NOT_THE_PAGE = /favicon\.ico|blocked a JavaScript eval/

/** Watches a page from before its first script, and uses the chat on it as a user would. */
export function guestOn(page: Page, context: BrowserContext) {
  const noise: Noise[] = []
  const { chat, launcher, field, log } = partsOf(page)
  const handleEvent = (from: Noise['from'], says: string) => {
    if (!NOT_THE_PAGE.test(says)) noise.push({ from, says })
  }
  page.on('pageerror', (error) => {
    // Firefox reports what it refuses to load as if a script had thrown it.
    const isRefusal = /Cross-Origin Request Blocked|Content-Security-Policy/.test(String(error))
    handleEvent(isRefusal ? 'console' : 'page error', String(error))
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) handleEvent('console', message.text())
  })

  /** Opens the chat by a click or tap on the visible launcher. */
  async function opens(): Promise<void> {
    await launcher.click()
    await field.waitFor()
    await hasFocus(field)
  }

  /** Asks by keyboard, and gets an answer. */
  async function asks(question = 'What does Parley cost?', answer = /free/i): Promise<void> {
    if (!(await field.and(page.locator(':focus')).isVisible())) await field.click()
    await page.keyboard.type(question)
    await page.keyboard.press('Enter')
    await log.getByText(question, { exact: true }).first().waitFor()
    await log.getByText(answer).first().waitFor()
  }

  /** Closes the chat with Escape, which returns focus to the launcher. */
  async function closes(): Promise<void> {
    await page.keyboard.press('Escape')
    await chat.waitFor({ state: 'hidden' })
    await hasFocus(launcher)
  }

  return {
    page,
    context,
    chat,
    launcher,
    field,
    log,
    noise,
    hasFocus,
    opens,
    asks,
    closes,
    /** The whole sequence: the launcher is there, the chat opens, answers and closes. */
    async chats(): Promise<void> {
      await launcher.waitFor()
      await opens()
      await asks()
      await closes()
    },
    /** Number of visible launchers. */
    async launchers(): Promise<number> {
      const hosts = await page.locator('parley-chat').all()
      const seen = await Promise.all(
        hosts.map((host) => host.locator('[aria-expanded]').first().isVisible()),
      )
      return seen.filter(Boolean).length
    },
    /** Asserts where an element is on the screen, and that it is entirely visible. */
    async placeOf(element: Locator) {
      const box = (await element.boundingBox())!
      const { width, height } = await page.evaluate(() => ({
        width: innerWidth,
        height: innerHeight,
      }))
      expect(box.x).toBeGreaterThanOrEqual(-0.5)
      expect(box.y).toBeGreaterThanOrEqual(-0.5)
      expect(box.x + box.width).toBeLessThanOrEqual(width + 0.5)
      expect(box.y + box.height).toBeLessThanOrEqual(height + 0.5)
      return {
        ...box,
        fromRight: width - box.x - box.width,
        fromBottom: height - box.y - box.height,
      }
    },
  }
}
