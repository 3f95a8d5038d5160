import { codeOf } from './code.ts'
import { type Emit, type Frame, frameIn, freshId } from './frame.ts'
import type { Session } from './session.ts'
import type { Remote } from './values.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A person's windows, in a session with storage of its own. */
interface Person {
  readonly session: Session
  /** The handle of each window. */
  readonly windows: Map<Frame, string>
  readonly origins: Set<string>
  /** True if nobody else may use the session. */
  readonly isAlone: boolean
  viewport?: Size
}

/** A source of input with its actions. */
interface Source {
  readonly type: string
  readonly actions: readonly { readonly x?: number; readonly y?: number }[]
}

/** The parameters of all commands that are handled here. */
interface Params {
  readonly context: string
  readonly userContext: string
  readonly userContexts?: readonly string[]
  readonly proxy?: { readonly httpProxy: string }
  readonly viewport: Size
  readonly url: string
  readonly delta: number
  readonly locator: { readonly value: { readonly context: string } }
  readonly actions: readonly Source[]
  readonly target: { readonly context: string; readonly sandbox?: string }
  readonly expression: string
  readonly functionDeclaration: string
  readonly arguments: readonly Remote[]
  readonly resultOwnership?: string
}

type Handler = (params: Params) => Promise<unknown>

/** Handles the commands of WebDriver BiDi that Playwright sends, and confirms the others without doing anything. */
export function browserOf(start: (options: readonly string[]) => Promise<Session>, emit: Emit) {
  const people = new Map<string, Person>()
  const frames = new Map<string, Frame>()
  /** Sessions that nobody uses any more. */
  const free: Session[] = []
  const sessions: Session[] = []

  async function started(options: readonly string[] = []): Promise<Session> {
    const session = await start(options)
    sessions.push(session)
    return session
  }
  const first = started()
  void first.then((session) => free.push(session))

  function frameOf({ context }: { readonly context: string }): Frame {
    const frame = frames.get(context)
    if (!frame) throw new Error(`no such frame: ${context}`)
    return frame
  }

  function personOf(frame: Frame): Person {
    if (frame.outer) return personOf(frame.outer.frame)
    return [...people.values()].find(({ windows }) => windows.has(frame))!
  }

  /** Makes a window or frame known to Playwright. */
  async function add(frame: Frame, userContext: string): Promise<void> {
    frames.set(frame.id, frame)
    emit('browsingContext.contextCreated', {
      context: frame.id,
      parent: frame.outer?.frame.id ?? null,
      url: 'about:blank',
      children: [],
      userContext,
      originalOpener: null,
    })
    await frame.look()
    void frame.watch()
  }

  /** The frame shown by an element. */
  async function frameAt(outer: Frame, element: string): Promise<Frame> {
    const known = outer.inner.find((frame) => frame.outer?.element === element)
    if (known) return known
    const { session } = personOf(outer)
    const place = { id: freshId('frame'), window: '', outer: { frame: outer, element } }
    const frame = frameIn({ ...place, session, emit })
    outer.inner.push(frame)
    await add(frame, 'default')
    return frame
  }

  const handlers: Readonly<Record<string, Handler>> = {
    async 'session.new'() {
      const browserVersion = `WebKitGTK ${(await first).version}`
      return { sessionId: 'webkit', capabilities: { browserVersion, userAgent: '' } }
    },

    async 'browser.createUserContext'({ proxy }) {
      await first
      const session = proxy
        ? await started([`--proxy=http://${proxy.httpProxy}`])
        : (free.pop() ?? (await started()))
      const userContext = freshId('person')
      const isAlone = proxy !== undefined
      people.set(userContext, { session, windows: new Map(), origins: new Set(), isAlone })
      return { userContext }
    },

    async 'browser.removeUserContext'({ userContext }) {
      const { session, windows, origins, isAlone } = people.get(userContext)!
      people.delete(userContext)
      for (const frame of windows.keys()) {
        origins.add(new URL(frame.url).origin)
        frame.close()
        frames.delete(frame.id)
      }
      if (isAlone) return session.end()
      await session.alone(() => forget(session, [...windows.values()], origins))
      free.push(session)
    },

    async 'browsingContext.create'({ userContext }) {
      const { session, windows, viewport } = people.get(userContext)!
      const window = await session.alone(() => windowOf(session, windows.size === 0))
      const frame = frameIn({ id: freshId('window'), session, window, emit })
      windows.set(frame, window)
      await add(frame, userContext)
      if (viewport) await resize(frame, viewport)
      return { context: frame.id }
    },

    async 'browsingContext.setViewport'({ context, userContexts = [], viewport }) {
      for (const name of userContexts) people.get(name)!.viewport = viewport
      if (context) await resize(frameOf({ context }), viewport)
    },

    async 'browsingContext.navigate'(params) {
      const frame = frameOf(params)
      personOf(frame).origins.add(new URL(frame.url).origin)
      return { navigation: await frame.open(params.url), url: params.url }
    },

    'browsingContext.reload': (params) => frameOf(params).act('POST', '/refresh'),
    'browsingContext.traverseHistory': (params) =>
      frameOf(params).act('POST', params.delta < 0 ? '/back' : '/forward'),
    'browsingContext.activate': (params) => frameOf(params).run('window.focus(); return "1"'),

    async 'browsingContext.close'(params) {
      frameOf(params).close()
      frames.delete(params.context)
    },

    async 'browsingContext.captureScreenshot'(params) {
      return { data: await frameOf(params).act('GET', '/screenshot') }
    },

    async 'browsingContext.locateNodes'({ locator }) {
      const { outer } = frameOf(locator.value)
      return { nodes: [{ type: 'node', sharedId: outer?.element, value: { attributes: {} } }] }
    },

    async 'input.performActions'(params) {
      const frame = frameOf(params)
      const areKeys = params.actions.every(({ type }) => type === 'key')
      const place = (areKeys && (await frame.focused())) || frame
      return place.act('POST', '/actions', { actions: params.actions.map(inWholePixels) })
    },

    async 'script.addPreloadScript'() {
      throw new Error('WebDriver has no init scripts')
    },

    async 'script.evaluate'({ target, expression, resultOwnership }) {
      const text = expression.trim().replace(/;$/, '')
      const result = await frameOf(target).call(`(${text}\n)`, resultOwnership === 'root')
      // All worlds are one, but Playwright has to tell them apart.
      return target.sandbox ? { ...result, realm: `${result.realm}-utility` } : result
    },

    async 'script.callFunction'({ target, functionDeclaration, resultOwnership, ...params }) {
      const frame = frameOf(target)
      if (functionDeclaration === 'e => e.contentWindow') {
        const { id } = await frameAt(frame, params.arguments[0]!.handle!)
        return { type: 'success', realm: id, result: { type: 'window', value: { context: id } } }
      }
      return frame.call(codeOf(functionDeclaration, params.arguments), resultOwnership === 'root')
    },
  }

  return {
    handle: async (method: string, params: Params): Promise<unknown> => handlers[method]?.(params),
    async end(): Promise<void> {
      await first.catch(() => {})
      for (const session of sessions) session.end()
    },
  }
}

/** The handle of the session's first window, or of a new one. */
async function windowOf(session: Session, isFirst: boolean): Promise<string> {
  if (isFirst) return (await session.command('GET', '/window')) as string
  const { handle } = (await session.command('POST', '/window/new', { type: 'window' })) as {
    handle: string
  }
  return handle
}

/** Maximum number of looks for the size of a window, and time between them, ms. */
const LOOKS = 20
const LOOK_MS = 50

/** Gives a window the size at which its page has this size, unless it cannot be that small. */
async function resize(frame: Frame, size: Size): Promise<void> {
  for (let look = 0; look < LOOKS; look += 1) {
    const inner = await frame.run<Size>(
      'return JSON.stringify({ width: innerWidth, height: innerHeight })',
    )
    if (inner.width === size.width && inner.height === size.height) return
    const outer = (await frame.act('GET', '/window/rect')) as Size
    const width = outer.width + size.width - inner.width
    const height = outer.height + size.height - inner.height
    await frame.act('POST', '/window/rect', { x: 0, y: 0, width, height })
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** Clears everything a website has stored. */
const FORGET = `localStorage.clear()
sessionStorage.clear()
caches?.keys().then((all) => all.forEach((one) => caches.delete(one)))
indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))
return ''`

/** Path that no website has, where no scripts run. */
const NOWHERE = '/nothing-is-here'

/** Closes all windows but the first, and clears what websites have stored. */
async function forget(
  session: Session,
  [first, ...others]: readonly string[],
  origins: ReadonlySet<string>,
): Promise<void> {
  session.leave()
  for (const handle of others) {
    await session.command('POST', '/window', { handle })
    await session.command('DELETE', '/window')
  }
  if (!first) return
  await session.command('POST', '/window', { handle: first })
  await session.command('DELETE', '/actions')
  for (const origin of origins) {
    if (!origin.startsWith('http')) continue
    await open(session, origin + NOWHERE)
    await session.command('DELETE', '/cookie')
    await session.command('POST', '/execute/sync', { script: FORGET, args: [] })
  }
  await open(session, 'about:blank')
}

/** Opens an address, and waits until it is there. */
async function open(session: Session, url: string): Promise<void> {
  await session.command('POST', '/url', { url })
  const script = 'return document.readyState === "complete" ? location.href : ""'
  // While one document replaces another, no script can run.
  const reached = () =>
    session.command('POST', '/execute/sync', { script, args: [] }).catch(() => '')
  while ((await reached()) !== url) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** WebKitGTK takes no fractions of a pixel. */
const inWholePixels = ({ actions, ...source }: Source) => ({
  ...source,
  actions: actions.map(({ x, y, ...action }) =>
    x === undefined || y === undefined
      ? action
      : { duration: 0, ...action, x: Math.round(x), y: Math.round(y) },
  ),
})
