import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright'
import { app } from './app.ts'
import { preloadScript } from './preload-host.ts'
import { session } from './session.ts'
import { assertReady, strictClass } from './surface/strict.ts'
import { WebContents } from './web-contents.ts'
import { bindings, contextOf, electronEvent, seen, windows } from './world.ts'

/** Interval between requests to a page that neither closes nor asks, ms. */
const ASK_AGAIN_MS = 1000

interface Options {
  readonly width: number
  readonly height: number
  readonly show: boolean
  readonly webPreferences: {
    readonly preload?: string
    readonly sandbox: boolean
    readonly contextIsolation: boolean
    readonly nodeIntegration: boolean
    readonly partition?: string
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  #page: Page | undefined
  #isVisible: boolean
  #isFocused = false
  #isGone = false
  #isMaximized = false
  /** Number of the current attempt to close the window. */
  #closing: number | undefined
  #attempts = 0
  #title = ''
  readonly #options: Options

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  static fromPage(page: Page): BrowserWindow | undefined {
    return windows.find((window) => window.#page === page)
  }

  constructor(options: Options) {
    super()
    assertReady('BrowserWindow')
    const { sandbox, contextIsolation, nodeIntegration, partition = '' } = options.webPreferences
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('The stand-in shows sandboxed, isolated windows only')
    }
    this.#options = options
    this.#isVisible = options.show
    const own = session.fromPartition(partition)
    this.webContents = new WebContents(
      own,
      () => this.#open(options),
      () => this.#stay(),
    )
    windows.push(this)
    app.emit('web-contents-created', electronEvent(), this.webContents)
    app.emit('browser-window-created', electronEvent(), this)
  }

  async #open({ width, height, webPreferences }: Options): Promise<Page> {
    const { partition = '' } = webPreferences
    const context = await contextOf(partition)
    const page = await context.newPage()
    this.#page = page
    await page.setViewportSize({ width, height })
    const { preload } = webPreferences
    await page.addInitScript({
      content: preloadScript(preload === undefined ? undefined : readFileSync(preload, 'utf8')),
    })
    page.on('close', () => this.#forget())
    return page
  }

  async loadURL(url: string, _options?: object): Promise<void> {
    await this.webContents.loadURL(url)
    this.emit('ready-to-show')
    const given = await (await this.webContents.page).title()
    const event = electronEvent()
    this.emit('page-title-updated', event, given, true)
    if (!event.defaultPrevented) this.#title = given
  }

  /** Closes without asking. */
  destroy(): void {
    void this.webContents.page.then((page) => page.close())
  }

  /** Asks the app, then the page; either may refuse. */
  close(): void {
    if (this.#isGone || this.#closing !== undefined) return
    this.#closing = ++this.#attempts
    const event = electronEvent()
    this.emit('close', event)
    if (event.defaultPrevented) this.#stay()
    else void this.#leave(this.#closing)
  }

  async #leave(attempt: number): Promise<void> {
    const page = await this.webContents.page
    // Chromium asks only pages with user activation; Electron treats a close request as one.
    await page.evaluate(() => undefined).catch(() => undefined)
    // Chromium drops the request while a navigation is being committed.
    while (this.#closing === attempt && !this.#isGone) {
      await page.close({ runBeforeUnload: true }).catch(() => undefined)
      await delay(ASK_AGAIN_MS)
    }
  }

  #stay(): void {
    this.#closing = undefined
    app.stayed()
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
  }

  #forget(): void {
    this.#isGone = true
    windows.splice(windows.indexOf(this), 1)
    this.emit('closed')
    if (windows.length === 0) app.allClosed()
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
  }

  hide(): void {
    this.#isVisible = false
    this.#isFocused = false
  }

  focus(): void {
    this.#isFocused = true
  }

  restore(): void {
    this.#isVisible = true
  }

  flashFrame(isOn: boolean): void {
    if (isOn) seen.flashes++
  }

  getNormalBounds() {
    return { x: 0, y: 0, width: this.#options.width, height: this.#options.height }
  }

  maximize(): void {
    this.#isMaximized = true
    // Electron shows a window that it maximizes, even before its content is ready.
    if (!this.#isVisible) this.show()
    this.emit('maximize')
  }

  isMaximized(): boolean {
    return this.#isMaximized
  }

  isMinimized(): boolean {
    return false
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isFocused(): boolean {
    return this.#isFocused
  }

  isDestroyed(): boolean {
    return this.#isGone
  }
}

strictClass('BrowserWindow', BrowserWindow, ['webContents', 'fromPage'])

bindings.set('__standinOpen', ({ page }, url) => {
  BrowserWindow.fromPage(page)?.webContents.wantsWindow(String(url))
})
