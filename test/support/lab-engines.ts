import { existsSync } from 'node:fs'
import { type Browser, firefox, type LaunchOptions, webkit } from 'playwright'
import { launchChromium, sharedBrowser, sharedChromium } from './chromium.ts'

/** A browser engine that the lab knows, and how to start it where it is installed. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  launch?(options: LaunchOptions): Promise<Browser>
  /** The one of this worker, without options. */
  shared?(): Promise<Browser>
}

/** The engines, installed or not: Playwright's own builds, a Firefox that is named by FIREFOX_PATH, any Chromium. */
export const ENGINES: readonly Engine[] = findEngines()

function findEngines(): readonly Engine[] {
  const asked = process.env['FIREFOX_PATH']
  const channel = { channel: 'moz-firefox', executablePath: asked ?? '' }
  return [
    { name: 'Chromium', launch: launchChromium, shared: sharedChromium },
    {
      name: 'Firefox',
      ...(asked
        ? installed((options) => firefox.launch({ ...options, ...channel }))
        : existsSync(firefox.executablePath()) && installed((options) => firefox.launch(options))),
    },
    {
      name: 'WebKit',
      ...(existsSync(webkit.executablePath()) && installed((options) => webkit.launch(options))),
    },
  ]
}

function installed(launch: (options?: LaunchOptions) => Promise<Browser>) {
  return { launch, shared: sharedBrowser(launch) }
}
