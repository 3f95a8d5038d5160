import type { EventEmitter } from 'node:events'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mayVisitSite } from '../../electron/guard.ts'
import { createSiteWindow } from '../../electron/site-window.ts'

interface FakeWindow extends EventEmitter {
  readonly options: Record<string, unknown>
  readonly title: string
  readonly loaded: string[]
  readonly commands: [method: string, params: object][]
  /** Commands to the targets of frames and workers. */
  readonly attached: [target: string, method: string][]
  readonly webContents: NodeJS.EventEmitter & {
    readonly debugger: NodeJS.EventEmitter
    readonly session: unknown
  }
  isGone: boolean
  destroy(): void
}

type Failure = (details: { url: string; error: string }) => void

const electron = vi.hoisted(() => ({
  windows: [] as FakeWindow[],
  calls: [] as string[],
  sight: {} as object,
  /** Address of the page that is there, whichever is on its way. */
  committed: '',
  /** Loads the address of the page. */
  load: (async () => undefined) as (url: string) => Promise<void>,
  fail: (() => undefined) as Failure,
  /** Sets the proxy. */
  set: async () => {},
  /** Answers the commands that read the source of a page. */
  body: ((): object => ({})) as (method: string) => object,
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  const { EventEmitter: Emitter } = await import('node:events')
  // Every site window has it for its own.
  const session = Object.assign(new Emitter().setMaxListeners(0), {
    setPermissionRequestHandler: () => void electron.calls.push('guarded'),
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    setSpellCheckerEnabled: () => undefined,
    clearData: async () => void electron.calls.push('cleared'),
    clearAuthCache: async () => void electron.calls.push('signed out'),
    closeAllConnections: async () => void electron.calls.push('disconnected'),
    setProxy: async (proxy: object) => {
      electron.calls.push(JSON.stringify(proxy))
      await electron.set()
    },
    getUserAgent: () =>
      'Mozilla/5.0 (X11) Parley/1.0 Chrome/153.0.0.0 Electron/45.4.1 Safari/537.36',
    setUserAgent: (name: string) => void electron.calls.push(name),
    webRequest: {
      onBeforeRequest: () => undefined,
      onErrorOccurred: (listener: Failure) => void (electron.fail = listener),
    },
  })
  class BrowserWindow extends Emitter {
    readonly options: object
    readonly loaded: string[] = []
    readonly commands: [string, object][] = []
    readonly attached: [string, string][] = []
    isGone = false
    title = ''
    readonly webContents = Object.assign(new Emitter(), {
      session,
      getURL: () => 'https://www.example.com/shop',
      mainFrame: { url: electron.committed },
      getUserAgent: () => 'Mozilla/5.0 (X11) Chrome/153.0.0.0 Safari/537.36',
      setWebRTCIPHandlingPolicy: () => undefined,
      debugger: Object.assign(new Emitter(), {
        attach: () => undefined,
        isAttached: () => !this.isGone,
        sendCommand: async (method: string, params: object, target?: string) => {
          if (target !== undefined) {
            this.attached.push([target, method])
            if (method.startsWith('Page.')) throw new Error(`'${method}' wasn't found`)
            return {}
          }
          this.commands.push([method, params])
          if (method === 'Page.getFrameTree') return { frameTree: { frame: { id: 'main' } } }
          if (method === 'Page.createIsolatedWorld') return { executionContextId: 7 }
          if (method === 'Runtime.evaluate') return { result: { value: electron.sight } }
          return electron.body(method)
        },
      }),
    })
    constructor(options: object) {
      super()
      this.options = options
      electron.windows.push(this as unknown as FakeWindow)
    }
    setTitle(title: string) {
      this.title = title
    }
    isDestroyed = () => this.isGone
    destroy() {
      this.isGone = true
      this.emit('closed')
    }
    async loadURL(url: string) {
      this.loaded.push(url)
      if (url !== 'about:blank') await electron.load(url)
    }
  }
  return fakeElectron({
    app: { getPath: () => '/dev/null/at/all' },
    BrowserWindow,
    nativeImage: { createFromPath: (file: string) => ({ file }) },
    screen: { getAllDisplays: () => [{ workArea: { width: 1366, height: 728 } }] },
    session: {
      fromPartition: (partition: string, options: object) => {
        electron.calls.push(`${partition} ${JSON.stringify(options)}`)
        return session
      },
    },
  })
})

const UUID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const ORIGIN = 'https://chat.example.com'
const TAG = `<script src="${ORIGIN}/widget.js" data-assistant="${UUID}" async></script>`
const PAGE = { assistant: UUID, url: 'https://www.example.com/shop', size: 'desktop' } as const
const PROXY =
  '{"mode":"fixed_servers","proxyRules":"127.0.0.1:4444","proxyBypassRules":"<-loopback>"}'
const SIGHT = {
  url: PAGE.url,
  tags: 1,
  hasLauncher: true,
  violations: [],
  workers: [],
  obstacles: [],
  offset_y: null,
}

const DOOR = { port: 4444, origin: ORIGIN, tag: TAG }
const host = {
  openDoor: vi.fn(async () => DOOR),
  closeDoor: vi.fn(),
}
const siteWindow = (isSandboxed = true) => createSiteWindow({ host, isSandboxed })

beforeEach(() => {
  vi.clearAllMocks()
  electron.windows.length = 0
  electron.calls.length = 0
  Object.assign(electron, {
    sight: SIGHT,
    committed: PAGE.url,
    load: async () => undefined,
    set: async () => undefined,
  })
})

const last = () => electron.windows.at(-1)!
const command = (name: string) => last().commands.find(([method]) => method === name)?.[1]

test('the window is sandboxed, knows nothing of the app, and reaches the network through the door alone', async () => {
  const site = siteWindow()
  const { webContents: stranger } = { webContents: { session: {} } }
  expect(site.rulesOf(stranger as never)).toBeUndefined()
  const outcome = await site.show(PAGE)
  expect(outcome).toEqual({ seen: { ...SIGHT, failures: [], isAdded: false } })
  expect(last().options).toMatchObject({
    title: 'www.example.com',
    webPreferences: {
      partition: 'site-check',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
      disableDialogs: true,
    },
  })
  expect(last().options['webPreferences']).not.toHaveProperty('preload')
  expect(electron.calls).toEqual([
    'site-check {"cache":false}',
    'guarded',
    'Mozilla/5.0 (X11) Chrome/153.0.0.0 Safari/537.36',
    'cleared',
    'signed out',
    PROXY,
    'disconnected',
  ])
  expect(host.openDoor.mock.calls).toEqual([[{ assistant: UUID, url: PAGE.url }]])
  expect(last().loaded).toEqual(['about:blank', PAGE.url])
  expect(site.rulesOf(last().webContents as never)).toBe(mayVisitSite)
})

test('the title begins with the host, whatever the page calls itself', async () => {
  await siteWindow().show(PAGE)
  const event = { preventDefault: vi.fn() }
  last().emit('page-title-updated', event, 'Parley: enter your password', true)
  expect([event.preventDefault.mock.calls.length, last().title]).toEqual([
    1,
    'www.example.com: Parley: enter your password',
  ])
})

test('the tag is put into the source of the page, and its policy stays', async () => {
  const site = siteWindow()
  const response = {
    requestId: '1',
    frameId: 'main',
    responseStatusCode: 200,
    responseHeaders: [
      { name: 'Content-Type', value: 'text/html' },
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'Content-Security-Policy', value: "default-src 'self'" },
    ],
  }
  electron.body = (method) =>
    method === 'IO.read'
      ? { data: btoa('<p>\u00fc</p></BODY>'), base64Encoded: true, eof: true }
      : { stream: '1' }
  electron.load = async () => {
    const { debugger: devtools } = last().webContents
    devtools.emit('message', {}, 'Fetch.requestPaused', response, '')
    devtools.emit(
      'message',
      {},
      'Fetch.requestPaused',
      { ...response, requestId: '2', frameId: 'f' },
      '',
    )
    devtools.emit(
      'message',
      {},
      'Fetch.requestPaused',
      { ...response, requestId: '3', responseStatusCode: 302 },
      '',
    )
    await vi.waitFor(() => expect(command('Fetch.fulfillRequest')).toBeDefined())
  }
  expect(await site.show(PAGE)).toMatchObject({ seen: { isAdded: true } })
  const { body, ...rest } = command('Fetch.fulfillRequest') as { body: string }
  expect(rest).toEqual({
    requestId: '1',
    responseCode: 200,
    responseHeaders: [response.responseHeaders[0], response.responseHeaders[2]],
  })
  expect(atob(body)).toBe(`<p>\u00fc</p>${TAG}</BODY>`)
  const passed = last().commands.filter(([method]) => method === 'Fetch.continueRequest')
  expect(passed.map(([, params]) => params)).toEqual([{ requestId: '2' }, { requestId: '3' }])
})

test('a phone is shown at a scale that fits the screen, with touch and a phone’s name', async () => {
  await siteWindow().show({ ...PAGE, size: 'phone' })
  expect(last().options).toMatchObject({ width: 308, height: 667, resizable: false })
  expect(command('Emulation.setDeviceMetricsOverride')).toEqual({
    width: 390,
    height: 844,
    deviceScaleFactor: 0,
    mobile: true,
    scale: 0.79,
  })
  expect(command('Emulation.setTouchEmulationEnabled')).toMatchObject({ enabled: true })
  expect(command('Emulation.setUserAgentOverride')).toMatchObject({
    userAgent: expect.stringMatching(/Android 10; K.* Chrome\/153\.0\.0\.0 Mobile/),
  })
  await siteWindow().show(PAGE)
  expect(command('Emulation.setDeviceMetricsOverride')).toBeUndefined()
  expect(command('Emulation.setUserAgentOverride')).toBeUndefined()
})

test('a frame of another site or a worker is treated like the page before it runs', async () => {
  electron.load = async () => {
    const { debugger: devtools } = last().webContents
    devtools.emit('message', {}, 'Target.attachedToTarget', { sessionId: 'worker' }, '')
  }
  await siteWindow().show({ ...PAGE, size: 'phone' })
  const wanted = last().commands.map(([method]) => method)
  expect(last().attached.map(([target]) => target)).toEqual(last().attached.map(() => 'worker'))
  const methods = last().attached.map(([, method]) => method)
  expect(methods.at(-1)).toBe('Runtime.runIfWaitingForDebugger')
  for (const method of [
    'Page.addScriptToEvaluateOnNewDocument',
    'Page.setInterceptFileChooserDialog',
    'Target.setAutoAttach',
    'Emulation.setUserAgentOverride',
    'Emulation.setTouchEmulationEnabled',
  ])
    expect([wanted.includes(method), methods.includes(method)]).toEqual([true, true])
})

test('only what concerns the chat is told of a page, and not without limit', async () => {
  const blocked = { directive: 'script-src-elem', blocked: `${ORIGIN}/widget.js` }
  electron.sight = {
    ...SIGHT,
    violations: [
      blocked,
      { directive: 'img-src', blocked: 'https://ads.example/' },
      { directive: 'img-src', blocked: `${ORIGIN}.evil.example/` },
    ],
    workers: Array.from({ length: 100 }, () => `https://www.example.com/${'x'.repeat(1000)}`),
  }
  electron.load = async () => {
    electron.fail({ url: 'https://ads.example/a.js', error: 'net::ERR_FAILED' })
    electron.fail({ url: `${ORIGIN}/widget.js`, error: 'net::ERR_ABORTED' })
    for (let time = 0; time < 50; time++)
      electron.fail({ url: `${ORIGIN}/widget.js`, error: 'net::ERR_FAILED' })
  }
  const outcome = await siteWindow().show(PAGE)
  if (!('seen' in outcome)) throw new Error(outcome.fault)
  const { violations, failures, workers } = outcome.seen
  expect(violations).toEqual([blocked])
  expect([failures.length, failures[0]]).toEqual([
    20,
    { url: `${ORIGIN}/widget.js`, error: 'net::ERR_FAILED' },
  ])
  expect([workers.length, workers[0]!.length]).toEqual([20, 500])
})

test('a page that cannot be loaded is reported, and one that moves on by itself is looked at', async () => {
  electron.load = async () => {
    throw new Error('ERR_TUNNEL_CONNECTION_FAILED (-111) loading https://www.example.com/shop')
  }
  expect(await siteWindow().show(PAGE)).toEqual({
    fault: 'unreachable',
    reason: 'ERR_TUNNEL_CONNECTION_FAILED',
  })
  electron.load = async () => {
    throw new Error('ERR_ABORTED (-3) loading https://www.example.com/shop')
  }
  expect(await siteWindow().show(PAGE)).toMatchObject({ seen: SIGHT })
})

test('a page that never responds and a download are not described as an empty page', async () => {
  electron.committed = 'about:blank'
  electron.load = async () => {
    throw new Error('ERR_ABORTED (-3) loading https://www.example.com/shop')
  }
  expect(await siteWindow().show(PAGE)).toEqual({ fault: 'unreachable', reason: 'ERR_ABORTED' })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  electron.load = () => new Promise(() => undefined)
  const silent = siteWindow().show(PAGE)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await silent).toEqual({ fault: 'unreachable', reason: 'ERR_TIMED_OUT' })
})

test('there is one window: another page replaces it, and closing leaves nothing', async () => {
  const site = siteWindow()
  const first = await site.show(PAGE)
  expect(first).toHaveProperty('seen')
  const [one] = electron.windows
  await site.show({ ...PAGE, size: 'phone' })
  expect([one!.isGone, last().isGone, host.closeDoor.mock.calls.length]).toEqual([true, false, 1])
  electron.calls.length = 0
  site.close()
  expect([last().isGone, host.closeDoor.mock.calls.length]).toEqual([true, 2])
  await vi.waitFor(() => expect(electron.calls).toEqual(['cleared', 'signed out']))
  site.close()
  expect(host.closeDoor).toHaveBeenCalledTimes(2)
})

test('a request that is overtaken or whose window is closed ends without a window', async () => {
  const site = siteWindow()
  const [early, late] = [site.show(PAGE), site.show(PAGE)]
  expect(await early).toEqual({ fault: 'closed' })
  expect(await late).toHaveProperty('seen')
  expect(electron.windows).toHaveLength(1)
  electron.load = async () => last().destroy()
  expect(await site.show(PAGE)).toEqual({ fault: 'closed' })
})

test('pages that overtake each other use the session one after the other, the last through its own door', async () => {
  const site = siteWindow()
  const isSet = Promise.withResolvers<void>()
  electron.set = () => isSet.promise
  const early = site.show(PAGE)
  await vi.waitFor(() => expect(electron.calls).toContain(PROXY))
  host.openDoor.mockResolvedValueOnce({ ...DOOR, port: 5555 })
  const late = site.show(PAGE)
  isSet.resolve()
  expect(await early).toEqual({ fault: 'closed' })
  expect(await late).toHaveProperty('seen')
  expect(electron.calls.slice(-4)).toEqual([
    'cleared',
    'signed out',
    PROXY.replace('4444', '5555'),
    'disconnected',
  ])
  expect(host.closeDoor.mock.calls).toEqual([[4444]])
})

test('no door stays open without a window', async () => {
  const site = siteWindow()
  const door = Promise.withResolvers<typeof DOOR>()
  host.openDoor.mockReturnValueOnce(door.promise)
  const shown = site.show(PAGE)
  await vi.waitFor(() => expect(host.openDoor).toHaveBeenCalledOnce())
  site.close()
  door.resolve(DOOR)
  expect(await shown).toEqual({ fault: 'closed' })
  expect([electron.windows, host.closeDoor.mock.calls]).toEqual([[], [[4444]]])

  vi.spyOn(console, 'error').mockReturnValue()
  electron.set = async () => {
    throw new Error('The proxy cannot be set')
  }
  expect(await site.show(PAGE)).toEqual({ fault: 'unavailable' })
  expect([electron.windows, host.closeDoor.mock.calls]).toEqual([[], [[4444], [4444]]])
})

test('without a sandbox or a server of its own, the app shows no stranger’s page', async () => {
  expect(await siteWindow(false).show(PAGE)).toEqual({ fault: 'unsandboxed' })
  expect(host.openDoor).not.toHaveBeenCalled()
  vi.spyOn(console, 'error').mockReturnValue()
  host.openDoor.mockRejectedValueOnce(new Error('The server belongs to another process'))
  expect(await siteWindow().show(PAGE)).toEqual({ fault: 'unavailable' })
  expect(electron.windows).toEqual([])
})
