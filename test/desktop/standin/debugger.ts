import { EventEmitter } from 'node:events'
import type { Page } from 'playwright'
import { strictClass } from './surface/strict.ts'
import { devtoolsPort, electronEvent } from './world.ts'

interface Reply {
  readonly id?: number
  readonly method?: string
  readonly params?: object
  readonly sessionId?: string
  readonly result?: object
  readonly error?: { readonly message: string }
}

/** Chromium's DevTools protocol for a page, as Electron offers it. */
export class Debugger extends EventEmitter {
  readonly #page: Promise<Page>
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>()
  #socket: Promise<WebSocket> | undefined
  #commands = 0

  constructor(page: Promise<Page>) {
    super()
    this.#page = page
  }

  attach(_version?: string): void {
    if (this.#socket) throw new Error('Another debugger is already attached to this target')
    this.#socket = this.#connect()
  }

  /** Playwright's own sessions know nothing of the targets attached to theirs. */
  async #connect(): Promise<WebSocket> {
    const page = await this.#page
    const session = await page.context().newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    const address = `ws://127.0.0.1:${devtoolsPort}/devtools/page/${targetInfo.targetId}`
    const socket = new WebSocket(address)
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data))
    socket.onclose = () => {
      this.#socket = undefined
      for (const asked of this.#asked.values()) asked.reject(new Error('target closed'))
      this.#asked.clear()
    }
    await new Promise((resolve, reject) => {
      socket.onopen = resolve
      socket.onerror = reject
    })
    return socket
  }

  #hear({ id, method, params = {}, sessionId = '', result, error }: Reply): void {
    if (id === undefined) this.emit('message', electronEvent(), method, params, sessionId)
    else if (error) this.#asked.get(id)?.reject(new Error(error.message))
    else this.#asked.get(id)?.resolve(result)
    this.#asked.delete(id ?? 0)
  }

  isAttached(): boolean {
    return this.#socket !== undefined
  }

  async sendCommand(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const socket = await this.#socket
    if (!socket) throw new Error('No target available')
    const id = ++this.#commands
    const asked = Promise.withResolvers<unknown>()
    this.#asked.set(id, asked)
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    return asked.promise
  }
}

strictClass('Debugger', Debugger)
