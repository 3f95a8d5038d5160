import type { Browser, BrowserContextOptions, LaunchOptions } from 'playwright'
import { launchChromium, sharedChromium } from './chromium.ts'
import { OTHER_ENGINES, type System } from './engines/all.ts'

/** A browser engine known to the lab, and how to start it if it is installed. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  launch?(options: LaunchOptions): Promise<Browser>
  /** Starts one on a system with settings of its own, where contexts cannot have any. */
  launchOn?(system: System): Promise<Browser>
  /** This worker's browser, without options. */
  shared?(): Promise<Browser>
}

/** The engines, installed or not. */
export const ENGINES: readonly Engine[] = [
  { name: 'Chromium', launch: launchChromium, shared: sharedChromium },
  ...OTHER_ENGINES,
]

/** Settings of the system that a context wants and a browser does not have anyway; undefined if there are none. */
export function systemOf(options: BrowserContextOptions = {}): System | undefined {
  const { colorScheme = 'light', reducedMotion = null, forcedColors = null } = options
  const isOwn = colorScheme !== 'light' || reducedMotion !== null || forcedColors !== null
  return isOwn ? { colorScheme, reducedMotion, forcedColors } : undefined
}
