import { existsSync } from 'node:fs'
import { type Browser, chromium, firefox, type LaunchOptions, webkit } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.ts'

/** A browser engine that the lab knows, and how to start it where it is installed. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  launch?(options?: LaunchOptions): Promise<Browser>
}

/** The engines, installed or not: Playwright's own builds, a Firefox that is named by FIREFOX_PATH, any Chromium. */
export function findEngines(): readonly Engine[] {
  const asked = process.env['FIREFOX_PATH']
  const channel = { channel: 'moz-firefox', executablePath: asked ?? '' }
  return [
    { name: 'Chromium', launch: launchChromium },
    {
      name: 'Firefox',
      ...(asked
        ? { launch: (options) => firefox.launch({ ...options, ...channel }) }
        : existsSync(firefox.executablePath()) && { launch: (options) => firefox.launch(options) }),
    },
    {
      name: 'WebKit',
      ...(existsSync(webkit.executablePath()) && { launch: (options) => webkit.launch(options) }),
    },
  ]
}

async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({
    ...options,
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
