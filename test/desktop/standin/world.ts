// State shared by the parts of the stand-in: the app on disk, the Chromium that shows its windows, and what was seen.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright'
import { findBrowser } from '../../../scripts/find-browser.ts'
import type { Menu } from './surroundings.ts'
import type { BrowserWindow } from './window.ts'

/** Everything an operator would see or hear outside the window, for tests to read. */
export const seen = {
  notifications: [] as { title: string; body: string; click: () => void }[],
  opened: [] as string[],
  copied: [] as string[],
  dialogs: [] as {
    title?: string
    message?: string
    content?: string
    detail?: string
    buttons?: readonly string[]
  }[],
  blocked: [] as string[],
  badge: 0,
  tray: { words: '', menu: [] as string[] },
  flashes: 0,
  releases: 0,
  schemes: [] as string[],
  /** Addresses that dictionaries were to come from. */
  dictionaries: [] as string[],
  /** Menus of the right button. */
  popups: [] as Menu[],
}

/** The operator's answer to the next questions, the number of a button, and why notifications fail, if they do. */
export const answers = { messageBox: 0, notification: undefined as string | undefined }

/** Open windows, oldest first. */
export const windows: BrowserWindow[] = []

/** Utility processes that run, for `app.getAppMetrics()`. */
export const utilities = new Map<number, string>()

/** Folders that the app has set. */
export const paths = new Map<string, string>()

type Binding = (source: { page: Page; frame: Frame }, ...args: unknown[]) => unknown

/** Functions that pages can call outside themselves, by name; complete when the app is ready. */
export const bindings = new Map<string, Binding>()

function folderOfApp(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfApp(path.dirname(folder))
}

export const appPath = folderOfApp(path.dirname(path.resolve(process.argv[2]!)))

/** True where the app runs from the archive of a package, which is a folder here: Node.js reads no archives. */
export const isPackaged = path.basename(appPath) === 'app.asar'

Object.defineProperty(process, 'resourcesPath', {
  value: isPackaged
    ? path.dirname(appPath)
    : path.join(appPath, 'node_modules/electron/dist/resources'),
})

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
  const known = contexts.get(partition) ?? newContext(partition)
  contexts.set(partition, known)
  return known
}

async function newContext(partition: string): Promise<BrowserContext> {
  if (!browser) throw new Error('Cannot create BrowserWindow before app is ready')
  const file = storageOf(partition)
  const kept = file !== undefined && existsSync(file) && { storageState: file }
  const context = await browser.newContext({ ...kept })
  for (const [name, binding] of bindings) await context.exposeBinding(name, binding)
  return context
}

/** The file that outlives the app; undefined for a partition that is in memory. */
function storageOf(partition: string): string | undefined {
  const folder = paths.get('sessionData') ?? userData
  if (partition === '') return path.join(folder, 'standin-storage.json')
  if (!partition.startsWith('persist:')) return undefined
  return path.join(folder, 'Partitions', partition.slice('persist:'.length), 'storage.json')
}

/** Keeps what pages have stored for the next start, less the cookies that end with the browser. */
export async function keepStorage(): Promise<void> {
  for (const [partition, context] of contexts) {
    const file = storageOf(partition)
    if (file === undefined) continue
    const { cookies, origins } = await (await context).storageState({ indexedDB: true })
    mkdirSync(path.dirname(file), { recursive: true })
    const lasting = cookies.filter(({ expires }) => expires > 0)
    writeFileSync(file, JSON.stringify({ cookies: lasting, origins }), { mode: 0o600 })
  }
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

/** An event of Electron, whose default can be prevented. */
export function electronEvent<details extends object>(details?: details) {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  } as details & { defaultPrevented: boolean; preventDefault(): void }
}
