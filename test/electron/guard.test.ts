import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { guardContents, guardSession, openLinksOutside } from '../../electron/guard.ts'

const electron = vi.hoisted(() => ({
  opened: [] as string[],
  questions: [] as PromiseWithResolvers<{ response: number }>[],
}))

vi.mock('electron', () => ({
  shell: { openExternal: async (url: string) => void electron.opened.push(url) },
  dialog: {
    showMessageBox: () => {
      const question = Promise.withResolvers<{ response: number }>()
      electron.questions.push(question)
      return question.promise
    },
  },
}))

const origin = 'http://127.0.0.1:4317'
const own = () => origin

type Contents = Parameters<typeof guardContents>[0]
type Session = Parameters<typeof guardSession>[0]
type Window = Parameters<typeof openLinksOutside>[0]
type OpenHandler = (details: { url: string }) => { action: string }

/** As much of web contents as the guard uses. */
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

test('a web view is never attached', () => {
  const { contents } = fakeContents()
  guardContents(contents as unknown as Contents, own)
  const event = { preventDefault: vi.fn() }
  contents.emit('will-attach-webview', event)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test('contents of unknown origin open no window and no browser', () => {
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

test('another site opens when the operator agrees, and only then', async () => {
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

test('L16 a page that opens its own addresses without end opens one, and is asked about', async () => {
  const open = guardedWindow()
  for (let time = 0; time < 100; time++) open(`${origin}/demo?${time}`)
  expect(electron.opened).toEqual([`${origin}/demo?0`])
  expect(electron.questions).toHaveLength(1)
  electron.questions[0]!.resolve({ response: 0 })
  await settled()
  expect(electron.opened).toEqual([`${origin}/demo?0`, `${origin}/demo?1`])
})

test('L16 without a person three windows open, three questions are asked, and no more', async () => {
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

/** The handlers that a guarded session was given. */
function guardedSession() {
  type Request = (
    contents: null,
    permission: string,
    answer: (granted: boolean) => void,
    details: { requestingUrl: string },
  ) => void
  type Check = (contents: null, permission: string, origin: string) => boolean
  const set: { request?: Request; check?: Check; device?: () => boolean } = {}
  const session = {
    setPermissionRequestHandler: (handler: Request) => void (set.request = handler),
    setPermissionCheckHandler: (handler: Check) => void (set.check = handler),
    setDevicePermissionHandler: (handler: () => boolean) => void (set.device = handler),
  }
  guardSession(session as unknown as Session, own)
  return {
    requested(permission: string, requestingUrl: string) {
      const answer = vi.fn()
      set.request!(null, permission, answer, { requestingUrl })
      return answer.mock.calls
    },
    checked: (permission: string, page: string) => set.check!(null, permission, page),
    device: () => set.device!(),
  }
}

test.each(['notifications', 'clipboard-sanitized-write'])('our pages may use %s', (permission) => {
  const { requested, checked } = guardedSession()
  expect(requested(permission, `${origin}/app/`)).toEqual([[true]])
  expect(checked(permission, `${origin}/`)).toBe(true)
  expect(requested(permission, 'https://example.com/')).toEqual([[false]])
  expect(checked(permission, 'https://example.com/')).toBe(false)
  expect(checked(permission, '')).toBe(false)
})

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
])('no page may use %s', (permission) => {
  const { requested, checked } = guardedSession()
  expect(requested(permission, `${origin}/app/`)).toEqual([[false]])
  expect(checked(permission, `${origin}/`)).toBe(false)
})

test('no page gets a device', () => {
  expect(guardedSession().device()).toBe(false)
})
