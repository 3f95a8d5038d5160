import {
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
  chromium as playwright,
} from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.ts'

/** Starts a separate Chromium, for tests that need other command-line options. */
export async function launchChromium(options?: LaunchOptions): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return playwright.launch({
    ...options,
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

/** One browser per worker: started on first use, ended with the worker's process. */
export function sharedBrowser(launch: () => Promise<Browser>): () => Promise<Browser> {
  let running: Promise<Browser> | undefined
  return () => {
    running ??= launch().then((browser) =>
      browser.once('disconnected', () => {
        running = undefined
      }),
    )
    return running
  }
}

/** This worker's Chromium. */
export const sharedChromium = sharedBrowser(launchChromium)

/** Users with separate browser contexts, in a browser shared by all tests of a worker. */
export const peopleIn = (shared: () => Promise<Browser>) => ({
  /** A new user: an empty browser context with one page. An error thrown by the page's scripts fails the test. */
  async person(options: BrowserContextOptions = {}): Promise<Page> {
    const browser = await shared()
    const context = await browser.newContext({ locale: 'en-GB', ...options })
    const page = await context.newPage()
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(String(error)))
    onTestFinished(async () => {
      await context.close()
      expect(thrown).toEqual([])
    })
    return page
  },
})

/** Users in this worker's Chromium. */
export const chromium = peopleIn(sharedChromium)
