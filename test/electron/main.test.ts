import type { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeepUpdatedNeeds } from '../../electron/keep-updated.ts'

type Failure = (details: { resourceType: string; error: string }) => void

/** The part of a main process that electron/main.ts uses. */
const electron = vi.hoisted(() => ({
  isFirst: true,
  profile: '',
  updates: undefined as KeepUpdatedNeeds | undefined,
  step: 'waiting',
  installs: 0,
  isSilent: false,
  notes: [] as string[],
  calls: [] as string[],
  handlers: new Map<string, (...given: unknown[]) => Promise<unknown>>(),
  port: 4317,
  forks: [] as {
    args: string[]
    env: NodeJS.ProcessEnv
    child: NodeJS.EventEmitter
    told: string[]
  }[],
  windows: [] as {
    loaded: string[]
    sent: unknown[][]
    partition: string | undefined
    isGone: boolean
    title: string
    webContents: NodeJS.EventEmitter
    emit(event: string, ...args: unknown[]): boolean
  }[],
  questions: [] as { message: string; buttons: string[]; answer: (response: number) => void }[],
  /** Requests to remote servers, each with its session; `says` has their statuses. */
  asked: [] as string[],
  hasKeyring: false,
  guarded: [] as string[],
  /** Number of times that the window of a checked page was closed. */
  siteCloses: 0,
  says: { '/api/user/me': 200, '/api/session': 200 } as Record<string, number>,
  boxes: [] as string[],
  exits: [] as number[],
  quits: 0,
  relaunches: 0,
  schemes: [] as string[],
  switches: new Set<string>(),
  words: [] as string[],
  fail: (() => undefined) as Failure,
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  const { EventEmitter } = await import('node:events')
  const app = Object.assign(new EventEmitter(), {
    name: 'Parley',
    isPackaged: true,
    requestSingleInstanceLock: () => electron.isFirst,
    whenReady: async () => undefined,
    // Like Electron, it removes the switch from the command line.
    enableSandbox: () => void electron.switches.delete('no-sandbox'),
    commandLine: { hasSwitch: (name: string) => electron.switches.has(name) },
    getPath: () => electron.profile,
    getVersion: () => '9.9.9',
    quit: () => void electron.quits++,
    exit: (code: number) => void electron.exits.push(code),
    relaunch: () => void electron.relaunches++,
    setAsDefaultProtocolClient: (scheme: string) => void electron.schemes.push(scheme),
  })
  const utilityProcess = {
    fork: (_file: string, args: string[], { env }: { env: NodeJS.ProcessEnv }) => {
      const told: string[] = []
      const child = Object.assign(new EventEmitter(), {
        postMessage: (message: { type: string }) => {
          told.push(message.type)
          if (message.type === 'stop') queueMicrotask(() => child.emit('exit', 0))
        },
      })
      electron.forks.push({ args, env, child, told })
      return child
    },
  }
  class BrowserWindow extends EventEmitter {
    loaded: string[] = []
    sent: unknown[][] = []
    isGone = false
    title = ''
    partition: string | undefined
    webContents = Object.assign(new EventEmitter(), {
      session: {
        ...session,
        setPermissionCheckHandler: () => void electron.guarded.push(String(this.partition)),
        webRequest: { onErrorOccurred: (listener: Failure) => void (electron.fail = listener) },
      },
      setWindowOpenHandler: () => undefined,
      send: (...message: unknown[]) => void this.sent.push(message),
      mainFrame: { url: 'http://127.0.0.1:4317/app/' },
      executeJavaScript: async () => true,
    })
    constructor({ webPreferences }: { webPreferences: { partition?: string } }) {
      super()
      this.partition = webPreferences.partition
      electron.windows.push(this)
    }
    show() {
      electron.calls.push('show')
      this.emit('show')
    }
    maximize() {
      electron.calls.push('maximize')
    }
    focus() {}
    setTitle(title: string) {
      this.title = title
    }
    getNormalBounds = () => ({ x: 10, y: 20, width: 900, height: 700 })
    isMaximized = () => false
    isMinimized = () => false
    isDestroyed = () => this.isGone
    destroy() {
      this.isGone = true
      this.emit('closed')
    }
    async loadURL(url: string) {
      this.loaded.push(url)
    }
  }
  const dialog = {
    showMessageBoxSync(_window: object, { message }: { message: string }) {
      electron.calls.push(message)
      return 1
    },
    showErrorBox: (title: string, text: string) => void electron.boxes.push(`${title}: ${text}`),
    showMessageBox: (...args: unknown[]) =>
      new Promise((resolve) => {
        const { message, buttons } = args.at(-1) as { message: string; buttons: string[] }
        const answer = (response: number) => resolve({ response })
        electron.questions.push({ message, buttons, answer })
      }),
  }
  const session = {
    setPermissionRequestHandler: () => undefined,
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    isSpellCheckerEnabled: () => true,
    setSpellCheckerEnabled: () => undefined,
    setSpellCheckerDictionaryDownloadURL: () => undefined,
  }
  const fromPartition = (partition: string) => ({
    async fetch(url: string, { method = 'GET', body }: RequestInit) {
      const { origin, pathname } = new URL(url)
      electron.asked.push(`${partition} ${method} ${origin}${pathname}${body ? ` ${body}` : ''}`)
      const status = electron.says[pathname]
      if (!status) throw new Error('net::ERR_CONNECTION_REFUSED')
      const account = { name: 'Shop', email: 'shop@example.com', total_balance: 0 }
      return new Response(JSON.stringify(account), { status })
    },
  })
  return fakeElectron({
    app,
    BrowserWindow,
    dialog,
    utilityProcess,
    ipcMain: {
      handle: (channel: string, run: (...given: unknown[]) => Promise<unknown>) =>
        void electron.handlers.set(channel, run),
    },
    Menu: { setApplicationMenu: () => undefined, buildFromTemplate: () => undefined },
    Notification: class extends EventEmitter {
      static isSupported: () => boolean = () => true
      constructor({ title }: { title: string }) {
        super()
        electron.notes.push(title)
      }
      show() {}
    },
    nativeImage: { createFromPath: () => ({}) },
    powerMonitor: new EventEmitter(),
    screen: { getAllDisplays: () => [] },
    Tray: class extends EventEmitter {
      setImage() {}
      setToolTip(words: string) {
        electron.words.push(words)
      }
      setContextMenu() {}
    },
    safeStorage: {
      async isAsyncEncryptionAvailable() {
        if (electron.isSilent) await new Promise(() => undefined)
        return electron.hasKeyring
      },
      getSelectedStorageBackend: () => 'gnome_libsecret',
      encryptStringAsync: async (text: string) => Buffer.from(text).reverse(),
      decryptStringAsync: async (sealed: Buffer) => ({ result: sealed.reverse().toString() }),
    },
    session: { defaultSession: session, fromPartition },
    shell: {},
  })
})

// test/electron/updates.test.ts covers the implementation.
vi.mock('../../electron/site-window.ts', () => ({
  createSiteWindow: () => ({
    show: async () => ({ fault: 'closed' }),
    close: () => void electron.siteCloses++,
    rulesOf: () => undefined,
  }),
}))

vi.mock('../../electron/keep-updated.ts', () => ({
  keepUpdated(needs: KeepUpdatedNeeds) {
    electron.updates = needs
    return {
      isOn: true,
      read: () => ({ step: electron.step }),
      look: vi.fn(),
      install: async () => void electron.installs++,
    }
  },
}))

const settle = () => vi.advanceTimersByTimeAsync(0)
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const
const before = new Map(SIGNALS.map((name) => [name, process.listeners(name as 'SIGINT')]))

beforeEach(() => {
  vi.useFakeTimers()
  electron.profile = mkdtempSync(path.join(tmpdir(), 'parley-main-'))
  // The app registers itself with the desktop session, which must not be the one running this test.
  vi.stubEnv('XDG_DATA_HOME', path.join(electron.profile, 'share'))
  vi.resetModules()
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  for (const list of [
    'forks',
    'windows',
    'questions',
    'boxes',
    'exits',
    'schemes',
    'words',
    'asked',
    'guarded',
    'notes',
    'calls',
  ] as const) {
    electron[list].length = 0
  }
  electron.quits = 0
  electron.relaunches = 0
  electron.isFirst = true
  electron.switches.clear()
  Object.assign(electron, {
    hasKeyring: false,
    isSilent: false,
    step: 'waiting',
    installs: 0,
    siteCloses: 0,
  })
  electron.says = { '/api/user/me': 200, '/api/session': 200 }
})

afterEach(async () => {
  const { app, powerMonitor } = await import('electron')
  app.removeAllListeners()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  rmSync(electron.profile, { recursive: true })
  powerMonitor.removeAllListeners()
  vi.restoreAllMocks()
  for (const name of SIGNALS) {
    for (const listener of process.listeners(name as 'SIGINT')) {
      if (!before.get(name)!.includes(listener)) process.off(name, listener)
    }
  }
})

async function startMain() {
  await import('../../electron/main.ts')
  const { app } = await import('electron')
  await settle()
  return app as unknown as EventEmitter
}

const last = () => electron.forks.at(-1)!

async function serve(url = 'http://127.0.0.1:4317'): Promise<void> {
  last().child.emit('message', { type: 'ready', url })
  await settle()
}

async function crash(): Promise<void> {
  last().child.emit('exit', 11)
  await vi.advanceTimersByTimeAsync(30_000)
}

test('a second instance quits at once and starts nothing', async () => {
  electron.isFirst = false
  const app = await startMain()
  expect([electron.quits, electron.forks.length]).toEqual([1, 0])
  expect(app.eventNames()).toEqual([])
})

test('the window opens once the server serves, and not before', async () => {
  const app = await startMain()
  app.emit('second-instance', {}, ['parley'])
  expect(electron.windows).toHaveLength(0)
  await serve()
  expect(electron.windows.map(({ loaded }) => loaded)).toEqual([['http://127.0.0.1:4317/app/']])
})

test('a server that fails to start is reported in a dialog, and the exit code is 1', async () => {
  await startMain()
  last().child.emit('message', { type: 'failed', code: 'damaged', message: 'It is damaged.' })
  await settle()
  expect(electron.boxes).toEqual(['Parley could not start: It is damaged.'])
  expect(electron.exits).toEqual([1])
})

test('damaged data is replaced by the newest verified backup if the user agrees', async () => {
  const damaged = {
    type: 'failed',
    code: 'damaged',
    message: 'It is damaged.',
    backup: { id: '2026-01-02T03-04-05Z', createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) },
  }
  await startMain()
  last().child.emit('message', damaged)
  await settle()
  expect(electron.questions.map(({ message }) => message)).toEqual(['Parley’s data is damaged'])
  expect(electron.boxes).toEqual([])
  electron.questions[0]!.answer(0)
  await settle()
  expect(last().args).toEqual(['2026-01-02T03-04-05Z'])
  await serve()
  expect(electron.windows).toHaveLength(1)
  await crash()
  // It is restored once, not at every start.
  expect(last().args).toEqual([])
})

test('a backup not signed here is restored only after a second question', async () => {
  await startMain()
  const backup = { id: '2026-01-02T03-04-05Z', createdAt: 1 }
  last().child.emit('message', { type: 'failed', code: 'damaged', message: 'Damaged.', backup })
  await settle()
  electron.questions[0]!.answer(0)
  await settle()
  last().child.emit('message', { type: 'failed', code: 'foreign_backup', message: 'Foreign.' })
  await settle()
  expect(electron.questions[1]!.message).toBe('Restore a backup from elsewhere?')
  electron.questions[1]!.answer(0)
  await settle()
  expect(last().args).toEqual([backup.id, '--accept-foreign'])
})

test('damaged data stays as it is if the user declines the backup', async () => {
  await startMain()
  const backup = { id: 'newest', createdAt: 1 }
  last().child.emit('message', { type: 'failed', code: 'damaged', message: 'Damaged.', backup })
  await settle()
  electron.questions[0]!.answer(1)
  await settle()
  expect([electron.forks.length, electron.boxes, electron.exits]).toEqual([
    1,
    ['Parley could not start: Damaged.'],
    [1],
  ])
})

test('the window of a checked page closes with the desk, and when the server crashes', async () => {
  await startMain()
  await serve()
  expect(electron.siteCloses).toBe(0)
  await crash()
  expect(electron.siteCloses).toBe(1)
  await serve()
  electron.windows[0]!.emit('closed')
  expect(electron.siteCloses).toBe(2)
})

test('a server that keeps crashing leads to a question: retry or quit', async () => {
  await startMain()
  await serve()
  for (let time = 0; time < 6; time++) await crash()
  expect(electron.questions.map(({ message }) => message)).toEqual([
    'The Parley server keeps stopping',
  ])
  expect(electron.windows[0]!.sent.map(([, state]) => state)).toEqual(['restarting', 'stopped'])

  electron.questions[0]!.answer(0)
  await vi.advanceTimersByTimeAsync(500)
  await serve()
  expect(electron.windows[0]!.sent.at(-1)).toEqual(['server:state', 'running'])

  for (let time = 0; time < 6; time++) await crash()
  electron.questions.at(-1)!.answer(1)
  await settle()
  expect(electron.quits).toBe(1)
})

test('a server that comes back at another address takes the window along', async () => {
  await startMain()
  await serve()
  await crash()
  await serve('http://127.0.0.1:5000')
  expect(electron.windows[0]!.loaded).toEqual([
    'http://127.0.0.1:4317/app/',
    'http://127.0.0.1:5000/app/',
  ])
})

test('a page that failed to load is loaded when the server is back', async () => {
  await startMain()
  await serve()
  electron.windows[0]!.webContents.once('did-fail-load', () => undefined)
  Object.assign(electron.windows[0]!, { show: () => undefined })
  electron.windows[0]!.webContents.emit('did-fail-load', {}, -102, 'refused', '', true)
  await crash()
  await serve()
  expect(electron.windows[0]!.loaded).toHaveLength(2)
})

test.each([
  ['a script that did not arrive', { resourceType: 'script', error: 'net::ERR_FAILED' }, 2],
  ['a script nobody waits for', { resourceType: 'script', error: 'net::ERR_ABORTED' }, 1],
  ['a request that failed', { resourceType: 'xhr', error: 'net::ERR_FAILED' }, 1],
])('after a crash, %s: number of page loads', async (_what, failure, times) => {
  await startMain()
  await serve()
  electron.fail(failure)
  await crash()
  await serve()
  expect(electron.windows[0]!.loaded).toHaveLength(times)
})

test('a page whose process dies is reloaded within two seconds, up to three times', async () => {
  await startMain()
  await serve()
  const { webContents } = electron.windows[0]!
  const reload = vi.fn()
  Object.assign(webContents, { reload })
  Object.assign(electron.windows[0]!, { isDestroyed: () => false })
  for (const times of [1, 2, 3]) {
    webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    await vi.advanceTimersByTimeAsync(2000)
    expect(reload).toHaveBeenCalledTimes(times)
  }
  webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(reload).toHaveBeenCalledTimes(3)
  expect(electron.questions.map(({ message }) => message)).toEqual(['The window keeps crashing'])
})

test('quitting waits until the server has drained', async () => {
  const app = await startMain()
  await serve()
  const first = { preventDefault: vi.fn() }
  app.emit('will-quit', first)
  expect(first.preventDefault).toHaveBeenCalled()
  await settle()
  expect([last().told, electron.quits]).toEqual([['stop'], 1])
  const second = { preventDefault: vi.fn() }
  app.emit('will-quit', second)
  expect(second.preventDefault).not.toHaveBeenCalled()
})

test('an update is installed after the server has drained, and a failed one makes it serve again', async () => {
  const app = await startMain()
  await serve()
  const quit = () => {
    const event = { preventDefault: vi.fn() }
    app.emit('will-quit', event)
    return event.preventDefault.mock.calls.length
  }
  await electron.updates!.drain()
  expect([last().told, electron.forks.length]).toEqual([['stop'], 1])
  electron.updates!.serve()
  await vi.advanceTimersByTimeAsync(30_000)
  await serve()
  expect(electron.forks).toHaveLength(2)
  expect(electron.windows[0]!.sent.at(-1)).toEqual(['server:state', 'running'])
  await electron.updates!.drain()
  expect(last().told).toEqual(['stop'])
  // electron-updater quits now, and nothing is left to wait for.
  expect(quit()).toBe(0)
  electron.updates!.serve()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(electron.forks).toHaveLength(2)
})

test('update progress is sent to the window', async () => {
  await startMain()
  await serve()
  electron.updates!.onChange({ step: 'looking' })
  expect(electron.windows[0]!.sent).toEqual([['updates:changed', { step: 'looking' }]])
})

test('quitting while the server starts shows no dialog', async () => {
  const app = await startMain()
  app.emit('will-quit', { preventDefault: () => undefined })
  await settle()
  expect([electron.boxes, electron.exits, electron.quits]).toEqual([[], [], 1])
})

test('a link opens the window at its screen, however it arrives; one not on the list only shows the window', async () => {
  const app = await startMain()
  app.emit('second-instance', {}, ['parley', '--inspect', 'parley://settings/about'])
  await serve()
  const [shown] = electron.windows
  expect(shown!.loaded).toEqual(['http://127.0.0.1:4317/app/settings/about'])
  shown!.webContents.emit('did-finish-load')
  const id = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'
  app.emit('second-instance', {}, ['parley', `parley://inbox/${id}`])
  app.emit('open-url', { preventDefault: () => undefined }, 'parley://inbox')
  app.emit('second-instance', {}, ['parley', 'parley://delete/everything'])
  expect(shown!.sent.filter(([channel]) => channel === 'place:go')).toEqual([
    ['place:go', `/app/inbox/${id}`],
    ['place:go', '/app/inbox'],
  ])
  expect([electron.windows.length, electron.schemes]).toEqual([1, ['parley']])
})

test('the window is told when the machine wakes up', async () => {
  await startMain()
  await serve()
  const { powerMonitor } = await import('electron')
  powerMonitor.emit('resume')
  expect(electron.windows[0]!.sent).toEqual([['machine:awake', null]])
})

test('the tray shows when the server is gone', async () => {
  await startMain()
  await serve()
  last().child.emit('exit', 11)
  await settle()
  expect(electron.words).toEqual(['Parley: Nothing unread', 'Parley: Restarting…'])
})

test('a bug in the main process drains the server, exits with 1 and relaunches', async () => {
  await startMain()
  await serve()
  process.emit('uncaughtException', new Error('a bug'))
  await settle()
  expect(last().told).toContain('stop')
  expect([electron.exits, electron.relaunches]).toEqual([[1], 1])
})

test('a page that hangs is killed, and one that recovers by itself is not', async () => {
  await startMain()
  await serve()
  const [shown] = electron.windows
  const forcefullyCrashRenderer = vi.fn()
  Object.assign(shown!.webContents, { forcefullyCrashRenderer })
  const emit = (event: string) => (shown as unknown as EventEmitter).emit(event)
  emit('unresponsive')
  await vi.advanceTimersByTimeAsync(10_000)
  emit('responsive')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(forcefullyCrashRenderer).not.toHaveBeenCalled()
  emit('unresponsive')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(forcefullyCrashRenderer).toHaveBeenCalledOnce()
})

const SHOP = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'
const SHOP_ORIGIN = 'https://chat.example.com'
const workspacesFile = () => path.join(electron.profile, 'workspaces.json')

/** A profile that last showed a remote workspace. */
function lastShown(): void {
  const list = [{ id: SHOP, name: 'Shop', address: SHOP_ORIGIN }]
  writeFileSync(workspacesFile(), JSON.stringify({ shown: SHOP, list }))
}

test('the workspace shown last is shown at the next start, isolated from all others', async () => {
  lastShown()
  await startMain()
  await serve()
  const [shown] = electron.windows
  expect(shown!.loaded).toEqual([`${SHOP_ORIGIN}/app/`])
  // Without a keyring its session is forgotten when the app exits.
  expect([shown!.partition, electron.guarded]).toEqual([`workspace-${SHOP}`, [`workspace-${SHOP}`]])
  expect(electron.asked).toEqual([`workspace-${SHOP} GET ${SHOP_ORIGIN}/api/user/me`])
  shown!.emit('page-title-updated', { preventDefault: () => undefined }, 'Inbox · Parley')
  expect(shown!.title).toBe('Inbox · Parley · Shop')
})

test('with a keyring, the stored key signs the window in before it is shown', async () => {
  electron.hasKeyring = true
  electron.says = { '/api/user/me': 401, '/api/session': 200 }
  lastShown()
  writeFileSync(
    path.join(electron.profile, `workspace-${SHOP}.key.sealed`),
    Buffer.from('1|key-of-the-shop').reverse(),
  )
  await startMain()
  await serve()
  await vi.waitFor(() => expect(electron.windows).toHaveLength(1))
  const partition = `persist:workspace-${SHOP}`
  expect(electron.windows[0]!.partition).toBe(partition)
  expect(electron.asked).toEqual([
    `${partition} GET ${SHOP_ORIGIN}/api/user/me`,
    `${partition} POST ${SHOP_ORIGIN}/api/session {"secret":"1|key-of-the-shop"}`,
  ])
})

test('local server events are sent to this computer’s pages only, and waking up to all', async () => {
  lastShown()
  await startMain()
  await serve()
  await crash()
  await serve('http://127.0.0.1:5000')
  const { powerMonitor } = await import('electron')
  powerMonitor.emit('resume')
  const [shown] = electron.windows
  expect(shown!.sent.map(([channel]) => channel)).toEqual(['machine:awake'])
  expect(shown!.loaded).toHaveLength(1)
})

test('a workspace that does not respond at the start leads to a question, and this computer is shown instead', async () => {
  lastShown()
  electron.says = {}
  const app = await startMain()
  await serve()
  app.emit('second-instance', {}, ['parley', 'parley://inbox'])
  await settle()
  expect(electron.windows).toEqual([])
  expect(electron.questions.map(({ message, buttons }) => [message, buttons])).toEqual([
    ['Shop isn’t responding', ['Try again', 'This computer']],
  ])
  electron.questions[0]!.answer(1)
  await settle()
  const [shown] = electron.windows
  expect([shown!.loaded, shown!.partition]).toEqual([
    ['http://127.0.0.1:4317/app/inbox'],
    undefined,
  ])
  expect(JSON.parse(readFileSync(workspacesFile(), 'utf8'))).toMatchObject({ shown: 'local' })
})

test('without Chromium’s sandbox no remote page is shown or requested', async () => {
  electron.switches.add('no-sandbox')
  lastShown()
  await startMain()
  await serve()
  expect(electron.questions.map(({ message, buttons }) => [message, buttons])).toEqual([
    ['Shop can’t be shown here', ['This computer']],
  ])
  electron.questions[0]!.answer(0)
  await settle()
  expect(electron.windows.map(({ loaded }) => loaded)).toEqual([['http://127.0.0.1:4317/app/']])
  expect(electron.asked).toEqual([])
})

test.each([
  ['does not come', ['did-fail-load', {}, -102, 'refused', '', true]],
  ['is that of a proxy with nobody behind it', ['did-navigate', {}, '', 502]],
])(
  'a remote page that %s leads to a question, and is loaded once the server responds',
  async (_what, event) => {
    lastShown()
    await startMain()
    await serve()
    const [shown] = electron.windows
    electron.says = {}
    shown!.webContents.emit(...(event as [string]))
    await settle()
    expect(electron.questions.map(({ message }) => message)).toEqual(['Shop isn’t responding'])
    electron.says = { '/api/user/me': 200 }
    await vi.advanceTimersByTimeAsync(2000)
    expect(shown!.loaded).toHaveLength(2)
  },
)

test('leaving a workspace opens a window in the same place, and the old one closes when the new one is visible', async () => {
  lastShown()
  electron.says = {}
  await startMain()
  await serve()
  electron.says = { '/api/user/me': 200 }
  await vi.advanceTimersByTimeAsync(2000)
  electron.says = {}
  const [old] = electron.windows
  old!.webContents.emit('did-fail-load', {}, -102, 'refused', '', true)
  await settle()
  electron.questions.at(-1)!.answer(1)
  await settle()
  const fresh = electron.windows[1]!
  expect([old!.isGone, fresh.partition, electron.quits]).toEqual([false, undefined, 0])
  fresh.emit('ready-to-show')
  expect([old!.isGone, fresh.isGone]).toEqual([true, false])
  await crash()
  // The closed window does not affect the new one.
  expect(fresh.sent.map(([, state]) => state)).toContain('restarting')
})

/** Presses *Restart and install* in the window. */
async function install(): Promise<void> {
  const { webContents } = electron.windows[0]!
  const { mainFrame } = webContents as unknown as { mainFrame: object }
  await electron.handlers.get('updates:install')!({ sender: webContents, senderFrame: mainFrame })
  await settle()
}

/** The page refuses to be left: returns the questions asked and whether it is left anyway. */
function unload(): { questions: string[]; goes: boolean } {
  electron.calls.length = 0
  const event = { preventDefault: vi.fn() }
  electron.windows[0]!.webContents.emit('will-prevent-unload', event)
  const questions = electron.calls.filter((call) => call !== 'show')
  return { questions, goes: event.preventDefault.mock.calls.length > 0 }
}

const UNSAVED = 'You have unsaved changes'

test('an update asks about unsaved changes while the server runs, and only once', async () => {
  await startMain()
  await serve()
  electron.step = 'ready'
  await install()
  expect(electron.questions.map(({ message }) => message)).toEqual([UNSAVED])
  electron.questions[0]!.answer(1)
  await settle()
  expect([electron.installs, last().told]).toEqual([0, []])
  expect(unload()).toEqual({ questions: [UNSAVED], goes: false })

  await install()
  electron.questions[1]!.answer(0)
  await settle()
  expect(electron.installs).toBe(1)
  expect(unload()).toEqual({ questions: [], goes: true })

  // The update could not be installed, so unsaved changes are at stake again.
  electron.updates!.serve()
  expect(unload()).toEqual({ questions: [UNSAVED], goes: false })
})

test('an update that is not ready asks nothing', async () => {
  await startMain()
  await serve()
  await install()
  expect([electron.questions, electron.installs]).toEqual([[], 0])
})

test('a question does not delay a system shutdown', async () => {
  await startMain()
  await serve()
  const { powerMonitor } = await import('electron')
  powerMonitor.emit('shutdown')
  expect(electron.quits).toBe(1)
  expect(unload()).toEqual({ questions: [], goes: true })
})

test('the end of a session on Windows drains the server', async () => {
  await startMain()
  await serve()
  electron.windows[0]!.emit('session-end', { reasons: ['shutdown'] })
  expect(last().told).toEqual(['stop'])
})

test('an unhandled rejection in the main process is logged, and ends nothing', async () => {
  await startMain()
  await serve()
  process.emit('unhandledRejection', new Error('by the way'), Promise.resolve())
  await settle()
  expect([last().told, electron.exits]).toEqual([[], []])
  const written = readFileSync(path.join(electron.profile, 'main.log'), 'utf8')
  expect(written).toContain('by the way')
})

test('a keyring that does not respond does not block the app, and is reported', async () => {
  electron.isSilent = true
  await startMain()
  expect(electron.forks).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(last().env['PARLEY_SECRETS']).toBe('refuse')
  await serve()
  expect(electron.windows).toHaveLength(1)
  expect(electron.notes).toEqual(['Secrets can’t be saved now'])
})

test('a maximised window is maximised again once it has content', async () => {
  const place = { x: 0, y: 0, width: 900, height: 700, isMaximized: true }
  writeFileSync(path.join(electron.profile, 'window.json'), JSON.stringify(place))
  const { screen } = await import('electron')
  const bounds = { x: 0, y: 0, width: 1920, height: 1080 }
  Object.assign(screen, { getAllDisplays: () => [{ workArea: bounds }] })
  await startMain()
  await serve()
  const [shown] = electron.windows
  electron.calls.length = 0
  shown!.emit('ready-to-show')
  expect(electron.calls).toEqual(['maximize', 'show'])
})
