import { EventEmitter } from 'node:events'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  guardContents,
  guardSession,
  guardSite,
  guardSiteSession,
  mayVisitSite,
  openLinksOutside,
} from '../../electron/guard.ts'

const electron = vi.hoisted(() => ({
  isDeaf: false,
  asksMac: [] as string[],
  fails: false,
  opened: [] as string[],
  questions: [] as PromiseWithResolvers<{ response: number }>[],
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: { getPath: () => '/dev/null/at/all' },
    shell: {
      async openExternal(url: string) {
        if (electron.fails) throw new Error('No application is set for this')
        electron.opened.push(url)
      },
    },
    systemPreferences: {
      async askForMediaAccess(kind: string) {
        electron.asksMac.push(kind)
        return !electron.isDeaf
      },
    },
    dialog: {
      showMessageBox: () => {
        const question = Promise.withResolvers<{ response: number }>()
        electron.questions.push(question)
        return question.promise
      },
    },
  })
})

const origin = 'http://127.0.0.1:4317'
const own = () => origin

type Contents = Parameters<typeof guardContents>[0]
type Session = Parameters<typeof guardSession>[0]
type Window = Parameters<typeof openLinksOutside>[0]
type OpenHandler = (details: { url: string }) => { action: string }

/** The part of web contents that the guard uses. */
function fakeContents() {
  const handlers: OpenHandler[] = []
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: OpenHandler) => void handlers.push(handler),
  })
  return { contents, open: (url: string) => handlers.at(-1)!({ url }) }
}

beforeEach(() => {
  electron.opened.length = 0
  electron.questions.length = 0
  electron.asksMac.length = 0
  Object.assign(electron, { isDeaf: false, fails: false })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
  '%s leads to the server and nowhere else',
  (name) => {
    const { contents } = fakeContents()
    guardContents(contents as unknown as Contents, own)
    const isPrevented = (url: string) => {
      const event = { url, preventDefault: vi.fn() }
      contents.emit(name, event)
      return event.preventDefault.mock.calls.length > 0
    }
    expect(isPrevented(`${origin}/app/inbox`)).toBe(false)
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:9/',
      'http://localhost:4317/',
      `${origin}@evil.example/`,
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:alert(1)',
      'about:blank',
      '',
    ]) {
      expect([url, isPrevented(url)]).toEqual([url, true])
    }
  },
)

test.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
  '%s leads a website’s window to web pages, and nowhere else',
  (name) => {
    const { contents, open } = fakeContents()
    guardContents(contents as unknown as Contents, own, () => mayVisitSite)
    const isPrevented = (url: string, isMainFrame: boolean) => {
      const event = { url, isMainFrame, preventDefault: vi.fn() }
      contents.emit(name, event)
      return event.preventDefault.mock.calls.length > 0
    }
    expect(isPrevented('https://www.example.com/', true)).toBe(false)
    expect(isPrevented('http://www.example.com/', false)).toBe(false)
    for (const url of ['about:blank', 'about:srcdoc', 'data:text/html,x', 'blob:https://a.b/c']) {
      expect([url, isPrevented(url, false), isPrevented(url, true)]).toEqual([url, false, true])
    }
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'mailto:ada@example.com',
      'smb://server/share',
      'ms-settings:',
      'parley://inbox',
      'chrome://gpu',
      'view-source:https://www.example.com/',
      'https://user:secret@www.example.com/',
      '',
    ]) {
      expect([url, isPrevented(url, true), isPrevented(url, false)]).toEqual([url, true, true])
    }
    for (const url of ['https://www.example.com/', `${origin}/app/`, 'about:blank'])
      expect(open(url)).toEqual({ action: 'deny' })
    expect(electron.opened).toEqual([])
  },
)

test('a website’s page gets no permission, device, certificate, download or request outside the web', async () => {
  type Handler = (...given: never[]) => unknown
  const set = new Map<string, Handler>()
  const keep = (name: string) => (handler: Handler) => void set.set(name, handler)
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setSpellCheckerEnabled: keep('spelling'),
    webRequest: { onBeforeRequest: keep('before') },
  })
  const contents = Object.assign(new EventEmitter(), {
    setWebRTCIPHandlingPolicy: keep('rtc'),
  })
  guardSiteSession(session as unknown as Session)
  guardSite(contents as unknown as Contents)
  const ask = (name: string, ...given: unknown[]) => set.get(name)!(...(given as never[]))
  for (const permission of [
    'notifications',
    'media',
    'geolocation',
    'openExternal',
    'loopback-network',
    'clipboard-sanitized-write',
  ]) {
    const answer = vi.fn()
    ask('request', null, permission, answer, { requestingUrl: 'https://www.example.com/' })
    expect([permission, answer.mock.calls]).toEqual([permission, [[false]]])
    expect(ask('check', null, permission, 'https://www.example.com', {})).toBe(false)
  }
  expect([ask('device'), set.has('spelling'), set.has('rtc')]).toEqual([false, true, true])
  const isCancelled = (url: string) => {
    const answer = vi.fn()
    ask('before', { url }, answer)
    return answer.mock.calls[0]![0].cancel
  }
  for (const url of ['https://a.example/', 'http://a.example/', 'wss://a.example/', 'data:,x'])
    expect([url, isCancelled(url)]).toEqual([url, false])
  for (const url of ['file:///etc/passwd', 'chrome://version/', 'ftp://a.example/', 'devtools://a'])
    expect([url, isCancelled(url)]).toEqual([url, true])
  const event = { preventDefault: vi.fn() }
  const answer = vi.fn()
  session.emit('will-download', event)
  contents.emit('select-bluetooth-device', event, [{ deviceId: '1' }], answer)
  contents.emit('select-client-certificate', event, 'https://a.example/', [{}], answer)
  contents.emit('will-prevent-unload', event)
  expect(event.preventDefault).toHaveBeenCalledTimes(4)
  expect(answer.mock.calls).toEqual([[''], []])
})

test('a web view is never attached', () => {
  const { contents } = fakeContents()
  guardContents(contents as unknown as Contents, own)
  const event = { preventDefault: vi.fn() }
  contents.emit('will-attach-webview', event)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test('contents of unknown origin open neither a window nor a browser', () => {
  const { contents, open } = fakeContents()
  guardContents(contents as unknown as Contents, own)
  expect(open('https://example.com/')).toEqual({ action: 'deny' })
  expect(electron.opened).toEqual([])
})

function guardedWindow() {
  const { contents, open } = fakeContents()
  openLinksOutside({ webContents: contents } as unknown as Window, own)
  const touch = (type: string) => contents.emit('input-event', {}, { type })
  return Object.assign(open, { touch })
}

test('every new window is denied, whatever opens outside instead', () => {
  const open = guardedWindow()
  for (const url of [`${origin}/demo`, 'https://example.com/', 'file:///etc/passwd', 'smb://a/b']) {
    expect(open(url)).toEqual({ action: 'deny' })
  }
  expect(electron.opened).toEqual([`${origin}/demo`])
  expect(electron.questions).toHaveLength(1)
})

test('another site opens only if the operator agrees', async () => {
  const open = guardedWindow()
  open('https://example.com/declined')
  electron.questions[0]!.resolve({ response: 1 })
  await settled()
  expect(electron.opened).toEqual([])

  open('https://example.com/agreed')
  electron.questions[1]!.resolve({ response: 0 })
  await settled()
  expect(electron.opened).toEqual(['https://example.com/agreed'])
})

test('a page that opens windows in a loop gets one question', () => {
  const open = guardedWindow()
  for (let time = 0; time < 100; time++) open(`https://example.com/${time}`)
  expect(electron.questions).toHaveLength(1)
})

test('L16 a page that keeps opening its own addresses opens one, and then needs confirmation', async () => {
  const open = guardedWindow()
  for (let time = 0; time < 100; time++) open(`${origin}/demo?${time}`)
  expect(electron.opened).toEqual([`${origin}/demo?0`])
  expect(electron.questions).toHaveLength(1)
  electron.questions[0]!.resolve({ response: 0 })
  await settled()
  expect(electron.opened).toEqual([`${origin}/demo?0`, `${origin}/demo?1`])
})

test('L16 without a user three windows open and three questions are asked, but no more', async () => {
  const clock = vi.spyOn(performance, 'now')
  const open = guardedWindow()
  const openFor = async (minutes: number) => {
    for (let time = 0; time < minutes; time++) {
      clock.mockReturnValue((clockNow += 60_000))
      open(`${origin}/demo?${time}`)
      electron.questions.at(-1)?.resolve({ response: 1 })
      await settled()
    }
    return [electron.opened.length, electron.questions.length]
  }
  let clockNow = 0
  expect(await openFor(50)).toEqual([3, 3])
  open.touch('mouseMove')
  expect(await openFor(50)).toEqual([3, 3])
  open.touch('mouseDown')
  expect(await openFor(50)).toEqual([6, 6])
  clock.mockRestore()
})

/** The handlers given to a guarded session. */
function guardedSession(home?: () => string) {
  type Request = (
    contents: null,
    permission: string,
    answer: (granted: boolean) => void,
    details: { requestingUrl: string; mediaTypes?: string[] },
  ) => Promise<void>
  type Check = (
    contents: null,
    permission: string,
    origin: string,
    details: { mediaType?: string },
  ) => boolean
  const set: { request?: Request; check?: Check; device?: () => boolean } = {}
  const session = {
    setPermissionRequestHandler: (handler: Request) => void (set.request = handler),
    setPermissionCheckHandler: (handler: Check) => void (set.check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => void (set.device = handler),
  }
  guardSession(session as unknown as Session, own, home)
  return {
    async requested(permission: string, requestingUrl: string, mediaTypes?: string[]) {
      const answer = vi.fn()
      const details = { requestingUrl, ...(mediaTypes && { mediaTypes }) }
      await set.request!(null, permission, answer, details)
      return answer.mock.calls
    },
    checked: (permission: string, page: string, mediaType?: string) =>
      set.check!(null, permission, page, mediaType ? { mediaType } : {}),
    device: () => set.device!(),
  }
}

test.each(['notifications', 'clipboard-sanitized-write'])(
  'our pages may use %s',
  async (permission) => {
    const { requested, checked } = guardedSession()
    expect(await requested(permission, `${origin}/app/`)).toEqual([[true]])
    expect(checked(permission, `${origin}/`)).toBe(true)
    expect(await requested(permission, 'https://example.com/')).toEqual([[false]])
    expect(checked(permission, 'https://example.com/')).toBe(false)
    expect(checked(permission, '')).toBe(false)
  },
)

test.each([
  'media',
  'geolocation',
  'display-capture',
  'clipboard-read',
  'fileSystem',
  'fullscreen',
  'hid',
  'idle-detection',
  'local-fonts',
  'midi',
  'midiSysex',
  'openExternal',
  'pointerLock',
  'serial',
  'storage-access',
  'usb',
  'unknown',
])('no page may use %s', async (permission) => {
  const { requested, checked } = guardedSession()
  expect(await requested(permission, `${origin}/app/`)).toEqual([[false]])
  expect(checked(permission, `${origin}/`)).toBe(false)
})

test('no page gets a device', () => {
  expect(guardedSession().device()).toBe(false)
})

test.each([
  ['audio', ['audio'], true],
  ['video', ['video'], false],
  ['both', ['audio', 'video'], false],
  ['nothing that is named', undefined, false],
])('our pages asking for %s are granted it as expected', async (_what, kinds, isGranted) => {
  const { requested, checked } = guardedSession(own)
  expect(await requested('media', `${origin}/app/`, kinds)).toEqual([[isGranted]])
  expect(checked('media', `${origin}/`, kinds?.length === 1 ? kinds[0] : undefined)).toBe(isGranted)
  expect(await requested('media', 'https://example.com/', kinds)).toEqual([[false]])
  expect(checked('media', 'https://example.com/', 'audio')).toBe(false)
})

test('a page of a remote workspace gets no microphone', async () => {
  const { requested, checked } = guardedSession()
  expect(await requested('media', `${origin}/app/`, ['audio'])).toEqual([[false]])
  expect(checked('media', `${origin}/`, 'audio')).toBe(false)
})

test.each([true, false])('on macOS the system is asked for the microphone: %s', async (isGiven) => {
  const before = process.platform
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }))
  electron.isDeaf = !isGiven
  const { requested } = guardedSession(own)
  expect(await requested('media', `${origin}/app/`, ['audio'])).toEqual([[isGiven]])
  expect(await requested('media', 'https://example.com/', ['audio'])).toEqual([[false]])
  expect(electron.asksMac).toEqual(['microphone'])
})

test('an address that the system cannot open is logged, without a rejection', async () => {
  electron.fails = true
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  guardedWindow()(`${origin}/demo`)
  await vi.waitFor(() => expect(logged).toHaveBeenCalledOnce())
  expect(String(logged.mock.calls[0])).toContain('No application is set for this')
  logged.mockRestore()
})
