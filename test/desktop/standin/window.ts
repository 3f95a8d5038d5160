import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { app } from './app.ts'
import { preloadScript } from './preload-host.ts'
import { WebContents } from './web-contents.ts'
import { bindings, browserContext, seen, windows } from './world.ts'

interface Options {
  readonly width: number
  readonly height: number
  readonly show: boolean
  readonly webPreferences: {
    readonly preload: string
    readonly sandbox: boolean
    readonly contextIsolation: boolean
    readonly nodeIntegration: boolean
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  #page: Page | undefined
  #isVisible: boolean
  #isFocused = false
  #isGone = false
  #isMaximized = false
  readonly #options: Options

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  static fromPage(page: Page): BrowserWindow | undefined {
    return windows.find((window) => window.#page === page)
  }

  constructor(options: Options) {
    super()
    const { sandbox, contextIsolation, nodeIntegration } = options.webPreferences
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('The stand-in shows sandboxed, isolated windows only')
    }
    this.#options = options
    this.#isVisible = options.show
    this.webContents = new WebContents(() => this.#open(options))
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  async #open({ width, height, webPreferences }: Options): Promise<Page> {
    const page = await browserContext().newPage()
    this.#page = page
    await page.setViewportSize({ width, height })
    await page.addInitScript({
      content: preloadScript(readFileSync(webPreferences.preload, 'utf8')),
    })
    page.on('close', () => this.#forget())
    return page
  }

  async loadURL(url: string): Promise<void> {
    await this.webContents.loadURL(url)
    this.emit('ready-to-show')
  }

  /** Closes the page and waits until it is gone. */
  async leave(): Promise<void> {
    if (!this.#isGone) await (await this.webContents.page).close()
  }

  close(): void {
    this.emit('close')
    void this.leave()
  }

  #forget(): void {
    this.#isGone = true
    windows.splice(windows.indexOf(this), 1)
    this.emit('closed')
    if (windows.length === 0) app.emit('window-all-closed')
  }

  show(): void {
    this.#isVisible = true
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

bindings.set('__standinOpen', ({ page }, url) => {
  BrowserWindow.fromPage(page)?.webContents.wantsWindow(String(url))
})
