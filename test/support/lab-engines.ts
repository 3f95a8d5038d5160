import type { Browser, LaunchOptions } from 'playwright'
import { launchChromium, sharedChromium } from './chromium.ts'
import { OTHER_ENGINES } from './engines/all.ts'

/** A browser engine known to the lab, and how to start it if it is installed. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  launch?(options: LaunchOptions): Promise<Browser>
  /** This worker's browser, without options. */
  shared?(): Promise<Browser>
}

/** The engines, installed or not. */
export const ENGINES: readonly Engine[] = [
  { name: 'Chromium', launch: launchChromium, shared: sharedChromium },
  ...OTHER_ENGINES,
]
