import { EventEmitter } from 'node:events'
import type { Dialog, Page } from 'playwright'
import { Debugger } from './debugger.ts'
import type { Session } from './session.ts'
import { strictClass } from './surface/strict.ts'
import { contextOf, electronEvent, seen } from './world.ts'

/** Electron's name of a permission, Chromium's name as Playwright grants it, and its media type. */
const PERMISSIONS: readonly (readonly [string, string, string?])[] = [
  ['notifications', 'notifications'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['media', 'microphone', 'audio'],
  ['media', 'camera', 'video'],
  ['midi', 'midi'],
]

type OpenHandler = (details: { url: string }) => { action: string }

/** The pages of a window: one page of the real Chromium. */
export class WebContents extends EventEmitter {
  readonly session: Session
  /** Returns the same object each time, so that senders can be compared with it. */
  readonly mainFrame: { readonly url: string }
  readonly page: Promise<Page>
  readonly debugger: Debugger
  readonly #stayed: () => void
  #current: Page | undefined
  #last = ''
  #loading = ''
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  /** `stayed` is called when the page refuses to be left. */
  constructor(session: Session, open: () => Promise<Page>, stayed: () => void) {
    super()
    this.session = session
    this.#stayed = stayed
    const url = () => this.getURL()
    this.mainFrame = {
      get url() {
        return url()
      },
    }
    this.page = open().then((page) => this.#adopt(page))
    this.debugger = new Debugger(this.page)
  }

  getURL(): string {
    return this.#current?.mainFrame().url() ?? ''
  }

  getUserAgent(): string {
    return this.session.getUserAgent()
  }

  setWebRTCIPHandlingPolicy(_policy: string): void {
    // There is no UDP here that could be seen.
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** Handles a page's request for a new window. */
  wantsWindow(url: string): void {
    if (this.#openHandler({ url }).action === 'deny') seen.blocked.push(url)
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page
    if (url !== 'about:blank') await this.#grant(new URL(url).origin)
    await this.#load(url, () => page.goto(url, { waitUntil: 'load' }))
  }

  async #grant(origin: string): Promise<void> {
    const context = await contextOf(this.session.partition)
    const allowed: string[] = []
    for (const [name, chromiumName, media] of PERMISSIONS)
      if (await this.session.grants(name, `${origin}/`, media)) allowed.push(chromiumName)
    await context.grantPermissions(allowed, { origin })
  }

  reload(): void {
    void this.page
      .then((page) => {
        // A page whose process has gone reloads at its last address.
        const isGone = page.url() === 'about:blank'
        const url = isGone ? this.#last : page.url()
        return this.#load(url, () => (isGone ? page.goto(url) : page.reload()))
      })
      .catch(() => undefined)
  }

  async #load(url: string, go: () => ReturnType<Page['goto']>): Promise<void> {
    this.#loading = url
    try {
      const answer = await go()
      this.#last = url
      this.emit('did-navigate', electronEvent(), url, answer?.status() ?? -1, '')
    } catch (error) {
      const isAborted = /ERR_ABORTED|interrupted/.test(String(error))
      const code = isAborted ? -3 : -102
      this.emit('did-fail-load', electronEvent(), code, String(error), url, true, 1, 1)
      throw error
    } finally {
      this.#loading = ''
    }
    this.emit('did-finish-load')
  }

  async executeJavaScript(code: string, _isUserGesture?: boolean): Promise<unknown> {
    return (await this.page).evaluate(code)
  }

  send(channel: string, ...args: unknown[]): void {
    const detail = { channel, args: structuredClone(args) }
    void this.page
      .then((page) =>
        page.evaluate((sent) => {
          dispatchEvent(new CustomEvent('__standin-ipc', { detail: sent }))
        }, detail),
      )
      .catch(() => undefined)
  }

  /** As far as the app can tell, the page and its process are gone. */
  forcefullyCrashRenderer(): void {
    void this.page.then(async (page) => {
      this.#loading = 'about:blank'
      await page.goto('about:blank')
      const details = { reason: 'crashed', exitCode: 5 }
      this.emit('render-process-gone', electronEvent(), details)
    })
  }

  async #adopt(page: Page): Promise<Page> {
    this.#current = page
    page.on('dialog', (dialog) => void this.#answer(dialog))
    page.on('download', (download) => {
      const event = electronEvent()
      const item = { getURL: () => download.url() }
      this.session.emit('will-download', event, item, this, null)
      if (!event.defaultPrevented) return
      seen.blocked.push(download.url())
      void download.cancel().catch(() => undefined)
    })
    await page.route('**/*', async (route) => {
      const request = route.request()
      if (!request.isNavigationRequest() || request.url() === this.#loading) return route.fallback()
      const isMain = request.frame() === page.mainFrame()
      if (!this.#isPrevented('will-frame-navigate', request.url(), isMain)) {
        if (!isMain || !this.#isPrevented('will-navigate', request.url(), true))
          return route.fallback()
      }
      seen.blocked.push(request.url())
      return route.abort('aborted')
    })
    return page
  }

  /** A page that asks before it is left silently stays, unless the app overrides it. */
  async #answer(dialog: Dialog): Promise<void> {
    if (dialog.type() !== 'beforeunload') return dialog.dismiss()
    const event = electronEvent()
    this.emit('will-prevent-unload', event)
    if (event.defaultPrevented) return dialog.accept()
    // As in Electron, the next attempt may follow at once, before the page has learnt that this one failed.
    this.#stayed()
    await dialog.dismiss()
  }

  #isPrevented(event: string, url: string, isMainFrame: boolean): boolean {
    const details = electronEvent({ url, isMainFrame })
    const rest = event === 'will-navigate' ? [url, false, true, 1, 1] : []
    this.emit(event, details, ...rest)
    return details.defaultPrevented
  }
}

strictClass('WebContents', WebContents, ['page', 'wantsWindow', 'debugger'])
