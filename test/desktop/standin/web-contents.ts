import { EventEmitter } from 'node:events'
import type { Page } from 'playwright'
import type { Session } from './session.ts'
import { cancellable, contextOf, seen } from './world.ts'

/** Electron's name of a permission → Chromium's, as Playwright grants it. */
const PERMISSIONS = {
  notifications: 'notifications',
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  geolocation: 'geolocation',
  media: 'microphone',
  midi: 'midi',
}

type OpenHandler = (details: { url: string }) => { action: string }

/** The pages of a window: one page of the real Chromium. */
export class WebContents extends EventEmitter {
  readonly session: Session
  /** Answers the same object each time, so that a sender can be compared with it. */
  readonly mainFrame: { readonly url: string }
  readonly page: Promise<Page>
  #current: Page | undefined
  #address = ''
  #loading = ''
  #openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(session: Session, open: () => Promise<Page>) {
    super()
    this.session = session
    const url = () => this.getURL()
    this.mainFrame = {
      get url() {
        return url()
      },
    }
    this.page = open().then((page) => this.#adopt(page))
  }

  getURL(): string {
    return this.#current?.mainFrame().url() ?? ''
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** The page wants a new window. */
  wantsWindow(url: string): void {
    if (this.#openHandler({ url }).action === 'deny') seen.blocked.push(url)
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page
    const { origin } = new URL(url)
    const allowed = Object.entries(PERMISSIONS).filter(([name]) => this.session.may(name, origin))
    const context = await contextOf(this.session.partition)
    await context.grantPermissions(
      allowed.map(([, name]) => name),
      { origin },
    )
    this.#address = url
    await this.#load(page, url)
  }

  reload(): void {
    void this.page.then((page) => this.#load(page, this.#address)).catch(() => undefined)
  }

  async #load(page: Page, url: string): Promise<void> {
    this.#loading = url
    try {
      const answer = await page.goto(url, { waitUntil: 'load' })
      this.emit('did-navigate', {}, url, answer?.status() ?? -1)
    } catch (error) {
      this.emit('did-fail-load', {}, -102, String(error), url, true)
      throw error
    } finally {
      this.#loading = ''
    }
    this.emit('did-finish-load')
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.page).evaluate(code)
  }

  send(channel: string, ...args: unknown[]): void {
    const detail = { channel, args }
    void this.page
      .then((page) =>
        page.evaluate((sent) => {
          dispatchEvent(new CustomEvent('__standin-ipc', { detail: sent }))
        }, detail),
      )
      .catch(() => undefined)
  }

  /** The page is gone and its process with it, as far as the app can tell. */
  forcefullyCrashRenderer(): void {
    void this.page.then(async (page) => {
      this.#loading = 'about:blank'
      await page.goto('about:blank')
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
  }

  async #adopt(page: Page): Promise<Page> {
    this.#current = page
    await page.route('**/*', async (route) => {
      const request = route.request()
      if (!request.isNavigationRequest() || request.url() === this.#loading) return route.fallback()
      const isMain = request.frame() === page.mainFrame()
      if (!this.#isPrevented('will-frame-navigate', request.url())) {
        if (!isMain || !this.#isPrevented('will-navigate', request.url())) return route.fallback()
      }
      seen.blocked.push(request.url())
      return route.abort('aborted')
    })
    return page
  }

  #isPrevented(event: string, url: string): boolean {
    const details = cancellable({ url })
    this.emit(event, details)
    return details.defaultPrevented
  }
}
