import { EventEmitter } from 'node:events'
import type { CDPSession, Page } from 'playwright'
import { strictClass } from './surface/strict.ts'
import { electronEvent } from './world.ts'

/** Chromium's DevTools protocol for a page, as Electron offers it. */
export class Debugger extends EventEmitter {
  readonly #page: Promise<Page>
  #session: Promise<CDPSession> | undefined

  constructor(page: Promise<Page>) {
    super()
    this.#page = page
  }

  attach(_version?: string): void {
    if (this.#session) throw new Error('Another debugger is already attached to this target')
    this.#session = this.#page.then(async (page) => {
      const session = await page.context().newCDPSession(page)
      session.on('event', ({ method, params }) =>
        this.emit('message', electronEvent(), method, params ?? {}, ''),
      )
      session.on('close', () => {
        this.#session = undefined
      })
      return session
    })
  }

  isAttached(): boolean {
    return this.#session !== undefined
  }

  async sendCommand(method: string, params: object = {}): Promise<unknown> {
    const session = await this.#session
    if (!session) throw new Error('No target available')
    return session.send(method as 'Page.enable', params as never)
  }
}

strictClass('Debugger', Debugger)
