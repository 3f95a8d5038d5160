// State shared by the parts of the stand-in: the app on disk, the Chromium that shows its windows, and what was seen.
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright'
import { findBrowser } from '../../../scripts/find-browser.ts'
import type { BrowserWindow } from './window.ts'

/** Everything an operator would see or hear outside the window, for tests to read. */
export const seen = {
  notifications: [] as { title: string; body: string; click: () => void }[],
  opened: [] as string[],
  dialogs: [] as { title?: string; message?: string; content?: string; detail?: string }[],
  blocked: [] as string[],
  badge: 0,
  tray: { words: '', menu: [] as string[] },
  flashes: 0,
}

/** The operator's answer to the next questions: the number of a button. */
export const answers = { messageBox: 0 }

/** Open windows, oldest first. */
export const windows: BrowserWindow[] = []

/** Utility processes that run, for `app.getAppMetrics()`. */
export const utilities = new Map<number, string>()

type Binding = (source: { page: Page; frame: Frame }, ...args: unknown[]) => unknown

/** Functions that pages can call outside themselves, by name; complete when the app is ready. */
export const bindings = new Map<string, Binding>()

function folderOfApp(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfApp(path.dirname(folder))
}

export const appPath = folderOfApp(path.dirname(path.resolve(process.argv[2]!)))

const description = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8'))
export const version: string = description.version
export const productName: string = description.productName

export const userData = process.argv
  .find((argument) => argument.startsWith('--user-data-dir='))!
  .replace('--user-data-dir=', '')

let browser: Browser | undefined
/** One context for each session, by the name of its partition; that of the default one is empty. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** Starts the Chromium that plays Electron's, and says where a test can join it. */
export async function bootBrowser(): Promise<void> {
  const { executablePath, env } = await findBrowser()
  const port = await freePort()
  browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [`--remote-debugging-port=${port}`],
    // Signals are the app's to handle, as in Electron.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  await contextOf('')
  process.send?.({ cdp: `http://127.0.0.1:${port}` })
}

/** The browser context of a partition, whose storage is its own. */
export function contextOf(partition: string): Promise<BrowserContext> {
  const known = contexts.get(partition) ?? newContext()
  contexts.set(partition, known)
  return known
}

async function newContext(): Promise<BrowserContext> {
  if (!browser) throw new Error('Cannot create BrowserWindow before app is ready')
  const context = await browser.newContext()
  for (const [name, binding] of bindings) await context.exposeBinding(name, binding)
  return context
}

export async function closeBrowser(): Promise<void> {
  await browser?.close()
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** An event whose default can be prevented. */
export function cancellable<details extends object>(details: details) {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}
