// State shared by the parts of the stand-in: the app on disk, the Chromium that shows its windows, and a
// record of what happened.
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
  /** Addresses from which dictionaries would be downloaded. */
  dictionaries: [] as string[],
  /** Context menus. */
  popups: [] as Menu[],
}

/**
 * The operator's answer to upcoming questions, as a button index, and the reason why notifications fail, if
 * they do.
 */
export const answers = { messageBox: 0, notification: undefined as string | undefined }

/** Open windows, oldest first. */
export const windows: BrowserWindow[] = []

/** Running utility processes, for `app.getAppMetrics()`. */
export const utilities = new Map<number, string>()

/** Folders set by the app. */
export const paths = new Map<string, string>()

type Binding = (source: { page: Page; frame: Frame }, ...args: unknown[]) => unknown

/** Functions that pages can call outside themselves, by name; complete once the app is ready. */
export const bindings = new Map<string, Binding>()

function folderOfApp(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : folderOfApp(path.dirname(folder))
}

export const appPath = folderOfApp(path.dirname(path.resolve(process.argv[2]!)))

/**
 * True when the app runs from a package's archive, which is a folder here because Node.js cannot read asar
 * archives.
 */
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
/** Port of its DevTools protocol. */
export let devtoolsPort = 0
/** One context per session, by partition name; the default partition's name is empty. */
const contexts = new Map<string, Promise<BrowserContext>>()

/** Starts the Chromium that plays Electron's, and returns the address where a test can connect to it. */
export async function bootBrowser(): Promise<void> {
  const { executablePath, env } = await findBrowser()
  const port = await freePort()
  browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [`--remote-debugging-port=${port}`],
    // The app handles signals itself, as in Electron.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  devtoolsPort = port
  await contextOf('')
  process.send?.({ cdp: `http://127.0.0.1:${port}` })
}

/** Proxies and user agents of partitions, for the contexts that are made after they were set. */
export const proxies = new Map<string, { readonly server: string }>()
export const userAgents = new Map<string, string>()

const contextListeners = new Map<string, ((context: BrowserContext) => unknown)[]>()

/** Calls a listener with every context of a partition, the current one included. */
export function onContext(partition: string, listener: (context: BrowserContext) => unknown): void {
  contextListeners.set(partition, [...(contextListeners.get(partition) ?? []), listener])
  void contexts.get(partition)?.then(listener)
}

/** Closes the context of a partition with everything in it. */
export async function dropContext(partition: string): Promise<void> {
  const context = contexts.get(partition)
  contexts.delete(partition)
  await (await context)?.close()
}

/** The browser context of a partition, with its own storage. */
export function contextOf(partition: string): Promise<BrowserContext> {
  const known = contexts.get(partition) ?? newContext(partition)
  contexts.set(partition, known)
  return known
}

async function newContext(partition: string): Promise<BrowserContext> {
  if (!browser) throw new Error('Cannot create BrowserWindow before app is ready')
  const file = storageOf(partition)
  const kept = file !== undefined && existsSync(file) && { storageState: file }
  const proxy = proxies.get(partition)
  const userAgent = userAgents.get(partition)
  const context = await browser.newContext({
    ...kept,
    // Playwright sends requests to this machine through a proxy, too.
    ...(proxy && { proxy }),
    ...(userAgent !== undefined && { userAgent }),
  })
  for (const listener of contextListeners.get(partition) ?? []) await listener(context)
  for (const [name, binding] of bindings) await context.exposeBinding(name, binding)
  return context
}

/** The file that persists the partition; undefined for one in memory. */
function storageOf(partition: string): string | undefined {
  const folder = paths.get('sessionData') ?? userData
  if (partition === '') return path.join(folder, 'standin-storage.json')
  if (!partition.startsWith('persist:')) return undefined
  return path.join(folder, 'Partitions', partition.slice('persist:'.length), 'storage.json')
}

/** Saves what pages have stored for the next start, except session cookies. */
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

/** An Electron event whose default can be prevented. */
export function electronEvent<details extends object>(details?: details) {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  } as details & { defaultPrevented: boolean; preventDefault(): void }
}
