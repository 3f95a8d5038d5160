import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'
import { onTestFinished } from 'vitest'
import { installedBrowser } from '../../scripts/find-browser.ts'
import { wordOf } from './engines/word-of.ts'

/** A display server without a screen. */
const DISPLAY_SERVER = '/usr/bin/Xvfb'

const browser = installedBrowser()

/** Reports whether a Chromium can have windows here: `apt-get install chromium xvfb`. */
export const hasWindows = browser !== undefined && existsSync(DISPLAY_SERVER)

/** Starts a Chromium with windows, on a display of its own; both end with the test. */
export async function windowedChromium(): Promise<Browser> {
  const flags = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const display = spawn(DISPLAY_SERVER, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void display.kill())
  const number = await wordOf(display.stdio[3] as NodeJS.ReadableStream as never, /(\d+)\n/)
  const env = { ...(process.env as Record<string, string>), DISPLAY: `:${number}` }
  const running = await chromium.launch({ headless: false, executablePath: browser!, env })
  onTestFinished(() => running.close())
  return running
}
