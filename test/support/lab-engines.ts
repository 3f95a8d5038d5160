import { existsSync } from 'node:fs'
import { type Browser, firefox, type LaunchOptions, webkit } from 'playwright'
import { launchChromium, sharedBrowser, sharedChromium } from './chromium.ts'
import { OTHER_ENGINES } from './engines/all.ts'
import type { Driver } from './engines/driver.ts'

/** A browser engine known to the lab, and how to start it if it is installed. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  launch?(options: LaunchOptions): Promise<Browser>
  /** This worker's browser, without options. */
  shared?(): Promise<Browser>
  /** Starts it without Playwright, which has no such browser here. */
  drive?(): Promise<Driver>
}

/** The engines, installed or not: any Chromium, Playwright's own builds of the others, or Debian's. */
export const ENGINES: readonly Engine[] = findEngines()

function findEngines(): readonly Engine[] {
  return [
    { name: 'Chromium', launch: launchChromium, shared: sharedChromium },
    {
      name: 'Firefox',
      ...(existsSync(firefox.executablePath())
        ? installed((options) => firefox.launch(options))
        : driven('Firefox')),
    },
    {
      name: 'WebKit',
      ...(existsSync(webkit.executablePath())
        ? installed((options) => webkit.launch(options))
        : driven('WebKit')),
    },
  ]
}

function installed(launch: (options?: LaunchOptions) => Promise<Browser>) {
  return { launch, shared: sharedBrowser(launch) }
}

function driven(engine: Engine['name']): Pick<Engine, 'drive'> {
  const launch = OTHER_ENGINES.find(({ name }) => name === engine)?.launch
  return launch ? { drive: launch } : {}
}
