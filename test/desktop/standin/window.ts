import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { app } from './app.ts'
import { preloadScript } from './preload-host.ts'
import { session } from './session.ts'
import { WebContents } from './web-contents.ts'
import { bindings, cancellable, contextOf, seen, windows } from './world.ts'

interface Options {
  readonly width: number
  readonly height: number
  readonly show: boolean
  readonly webPreferences: {
    readonly preload: string
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
    const { sandbox, contextIsolation, nodeIntegration, partition = '' } = options.webPreferences
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('The stand-in shows sandboxed, isolated windows only')
    }
    this.#options = options
    this.#isVisible = options.show
    const own = session.fromPartition(partition)
    this.webContents = new WebContents(own, () => this.#open(options))
    windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  async #open({ width, height, webPreferences }: Options): Promise<Page> {
    const context = await contextOf(webPreferences.partition ?? '')
    const page = await context.newPage()
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
    const given = await (await this.webContents.page).title()
    const event = cancellable({})
    this.emit('page-title-updated', event, given)
    if (!event.defaultPrevented) this.#title = given
  }

  /** Closes the page and waits until it is gone. */
  async leave(): Promise<void> {
    if (!this.#isGone) await (await this.webContents.page).close()
  }

  destroy(): void {
    void this.leave()
  }

  setTitle(title: string): void {
    this.#title = title
  }

  getTitle(): string {
    return this.#title
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
