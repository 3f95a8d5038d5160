import type { Session } from './session.ts'
import { callOf, lookOf, outcomeOf, type Remote, remoteOf } from './values.ts'

/** Time between two looks at a document that is loading, and at one that has loaded, ms. */
const LOADING_MS = 20
const LOADED_MS = 200
/** Time between two looks for the outcome of a call, ms. */
const OUTCOME_MS = 10

export type Emit = (method: string, params: object) => void

/** A window, or a frame in one: where scripts run. */
export interface Frame {
  readonly id: string
  /** The frame around it, and the element there that shows it. */
  readonly outer: Place['outer']
  /** Frames in its document that Playwright knows. */
  readonly inner: Frame[]
  readonly url: string
  /** Directs the next command to it. */
  enter(): Promise<void>
  /** Reports what has happened to its document. */
  look(): Promise<void>
  /** Looks again and again, until it is closed. */
  watch(): Promise<void>
  /** Runs a function body, which returns JSON. */
  run<value>(script: string): Promise<value>
  /** The frame whose element has the focus, in it or below; undefined if none has. */
  focused(): Promise<Frame | undefined>
  /** Sends a command that concerns it. */
  act(method: string, path: string, body?: object): Promise<unknown>
  /** Opens an address; resolves to the id of the navigation. */
  open(url: string): Promise<string>
  /** Calls a function in the document. */
  call(code: string, isKept: boolean): Promise<Outcome>
  close(): void
}

interface Document {
  readonly id: string
  readonly state: string
  readonly url: string
}

/** Result of a call in a document. */
interface Told {
  readonly gone?: true
  readonly pending?: string
  readonly threw?: string
  readonly kept?: Remote
  readonly value?: unknown
}

/** A result as WebDriver BiDi has it. */
interface Outcome {
  readonly type: 'success' | 'exception'
  readonly realm: string
  readonly result?: Remote
  readonly exceptionDetails?: { readonly text: string }
}

interface Place {
  readonly id: string
  readonly session: Session
  /** Handle of the window. */
  readonly window: string
  readonly outer?: { readonly frame: Frame; readonly element: string }
  readonly emit: Emit
}

/** Tells whether an element of the document has the focus, and not that of a frame. */
const HAS_FOCUS = `const { activeElement: it, body } = document
return JSON.stringify(Boolean(it && it !== body && !/^i?frame$/i.test(it.localName)))`

/** Makes a frame the one that gets keys, as WebKitGTK forgets when the window around it is entered. */
const TAKE_KEYS = 'window.focus()'

let lastId = 0
export const freshId = (kind: string): string => `${kind}-${(lastId += 1)}`

/** Runs scripts in a window or frame, and reports the documents that appear in it. */
export function frameIn({ id, session, window, outer, emit }: Place): Frame {
  let document: Document = { id: '', state: '', url: '' }
  /** Navigations that were asked for and have not happened. */
  let navigation: string | undefined
  let isClosed = false
  const inner: Frame[] = []

  async function go(): Promise<void> {
    if (outer) {
      await outer.frame.enter()
      const element = await session.command('POST', '/execute/sync', {
        script: `return window.__bidi.objects.get(${JSON.stringify(outer.element)})`,
        args: [],
      })
      await session.command('POST', '/frame', { id: element })
    } else {
      await session.command('POST', '/window', { handle: window })
    }
  }

  async function enter(): Promise<void> {
    // The frames of a document may have been replaced since.
    if (outer) session.leave()
    await session.enter(id, go)
    if (outer) session.leave()
  }

  /** Runs a function body, which returns JSON. */
  const run = <value>(script: string): Promise<value> =>
    session.alone(async () => {
      await enter()
      const json = await session.command('POST', '/execute/sync', { script, args: [] })
      return JSON.parse(json as string)
    })

  const event = (url: string) => ({ context: id, url, timestamp: Date.now() })

  /** Reports another document in place of the last one. */
  function replace(found: Document): void {
    for (const frame of inner.splice(0)) frame.close()
    if (document.id) {
      for (const world of ['', '-utility'])
        emit('script.realmDestroyed', { realm: document.id + world })
      const committed = { ...event(found.url), navigation: navigation ?? freshId('navigation') }
      if (!navigation) emit('browsingContext.navigationStarted', committed)
      emit('browsingContext.navigationCommitted', committed)
      navigation = undefined
    }
    const { origin } = new URL(found.url)
    emit('script.realmCreated', { realm: found.id, context: id, type: 'window', origin })
    document = { ...found, state: 'loading' }
  }

  /** Looks whether there is another document, or whether it has loaded further. */
  async function look(): Promise<void> {
    const found = await run<Document>(lookOf(freshId('document')))
    if (found.id !== document.id) replace(found)
    else if (found.url !== document.url) emit('browsingContext.historyUpdated', event(found.url))
    const { state } = document
    document = found
    if (state === 'loading' && found.state !== state)
      emit('browsingContext.domContentLoaded', { ...event(found.url), navigation: null })
    if (state !== 'complete' && found.state === 'complete')
      emit('browsingContext.load', { ...event(found.url), navigation: null })
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      await look().catch(() => {})
      const isLoading = navigation !== undefined || document.state !== 'complete'
      await new Promise((resolve) => setTimeout(resolve, isLoading ? LOADING_MS : LOADED_MS))
    }
  }

  const act = (method: string, path: string, body?: object): Promise<unknown> =>
    session.alone(async () => {
      await enter()
      if (outer) await session.command('POST', '/execute/sync', { script: TAKE_KEYS, args: [] })
      return session.command(method, path, body)
    })

  async function focused(): Promise<Frame | undefined> {
    if (inner.length === 0 && !outer) return self
    if (await run<boolean>(HAS_FOCUS)) return self
    for (const frame of inner) {
      const found = await frame.focused().catch(() => undefined)
      if (found) return found
    }
    return undefined
  }

  /** Waits until a call has come to an end. */
  async function outcome(realm: string, code: string, isKept: boolean): Promise<Told> {
    let told = await run<Told>(callOf(realm, code, isKept))
    while (told.pending) {
      await new Promise((resolve) => setTimeout(resolve, OUTCOME_MS))
      told = await run<Told>(outcomeOf(told.pending))
    }
    if (!told.gone) return told
    await look().catch(() => {})
    throw new Error('the document is gone')
  }

  const self: Frame = {
    id,
    outer,
    inner,
    get url() {
      return document.url
    },
    enter,
    look,
    watch,
    run,
    focused,
    act,
    async open(url) {
      const mine = freshId('navigation')
      navigation = mine
      emit('browsingContext.navigationStarted', { ...event(url), navigation })
      await act('POST', '/url', { url })
      return mine
    },
    async call(code, isKept) {
      if (!document.id) await look()
      const realm = document.id
      const { threw, kept, value } = await outcome(realm, code, isKept)
      if (threw !== undefined)
        return { type: 'exception', realm, exceptionDetails: { text: threw } }
      const result = kept ?? remoteOf(value)
      const isWindow = result.type === 'window'
      return {
        type: 'success',
        realm,
        result: isWindow ? { ...result, value: { context: id } } : result,
      }
    },
    close() {
      isClosed = true
      for (const frame of inner.splice(0)) frame.close()
      const parent = outer?.frame.id ?? null
      emit('browsingContext.contextDestroyed', { ...event(document.url), parent, children: [] })
    },
  }
  return self
}
