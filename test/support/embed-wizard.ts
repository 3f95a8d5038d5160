import type { BrowserContextOptions, Page } from 'playwright'
import { chromium } from './chromium.ts'
import type { Desk } from './desk.ts'
import { operatorOn } from './people.ts'

/** The wizard of the first assistant, with its preview. */
export async function wizard(desk: Desk, options: BrowserContextOptions = {}) {
  const { page, signIn } = operatorOn(await chromium.person(options))
  await signIn(desk)
  await page.goto(`${desk.url}/app/assistants/1/embed`)
  await page.getByRole('heading', { name: '1. Appearance' }).waitFor()
  return { page, preview: page.frameLocator('iframe') }
}

/** Expands a collapsed section. */
export async function unfold(page: Page, title: string): Promise<void> {
  await page.locator('summary', { hasText: title }).click()
}
