import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Desk } from './desk.ts'
import { isLeftOpen } from './widget-shop.ts'

/** The name of the launcher, which is shorter until the chat's file has loaded. */
const LAUNCHER = /^Chat( with us)?(,|$)/

/** A visitor at the widget, who finds things by role and name as a person would. */
export function visitorOn(page: Page) {
  const chat = page.getByRole('dialog', { name: /^Chat with/ })
  const log = chat.getByRole('log')
  return {
    page,
    chat,
    log,
    launcher: page.getByRole('button', { name: LAUNCHER }),
    field: chat.getByRole('textbox'),
    async open(url: string): Promise<void> {
      await page.goto(`${url}/demo`)
      if (!(await isLeftOpen(page))) await page.getByRole('button', { name: LAUNCHER }).click()
      await chat.getByRole('textbox').waitFor()
    },
    async say(text: string): Promise<void> {
      await chat.getByRole('textbox').fill(text)
      await chat.getByRole('textbox').press('Enter')
      await log.getByText(text, { exact: true }).first().waitFor()
    },
  }
}

/** Opens a sign-in link and confirms it. */
export async function openSignInLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  const accept = page.getByRole('button', { name: 'Continue', exact: true })
  await accept.click()
  await accept.waitFor({ state: 'detached' })
}

/** An operator in the app. */
export function operatorOn(page: Page) {
  const thread = page.getByRole('log')
  return {
    page,
    thread,
    rows: page.getByRole('region', { name: 'Conversations' }).getByRole('listitem'),
    async signIn(desk: Desk): Promise<void> {
      await openSignInLink(page, await desk.signInLink())
      await page.getByRole('link', { name: 'Inbox' }).first().click()
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
      expect(page.url()).not.toContain('signin')
    },
    /** Opens the conversation at the top of the list. */
    async openFirst(): Promise<void> {
      await page
        .getByRole('region', { name: 'Conversations' })
        .getByRole('listitem')
        .first()
        .getByRole('link')
        .click()
      await thread.waitFor()
    },
    /** Sets who answers. */
    async turnDial(mode: 'Auto' | 'Approve' | 'Human'): Promise<void> {
      const dial = page.getByRole('group', { name: 'Who answers' })
      await dial.locator('label', { hasText: mode }).click()
      await dial.getByRole('radio', { name: mode, checked: true }).waitFor()
    },
    async reply(text: string): Promise<void> {
      const field = page.getByRole('textbox', { name: /^Reply to/ })
      await field.fill(text)
      await field.press('Enter')
    },
  }
}

/** Number of occurrences of a text in an element. */
export async function occurrences(place: Locator, text: string): Promise<number> {
  return (await place.textContent())!.split(text).length - 1
}
