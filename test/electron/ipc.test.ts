import { beforeEach, expect, test, vi } from 'vitest'
import { registerHandlers } from '../../electron/handlers.ts'

type Handler = (event: object, ...args: unknown[]) => Promise<unknown>

const electron = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  shown: [] as object[],
  isSupported: true,
}))

vi.mock('electron', () => ({
  app: {
    getVersion: () => '9.9.9',
    getPath: () => '/dev/null/at/all',
    isPackaged: false,
  },
  ipcMain: {
    handle: (channel: string, handler: Handler) => electron.handlers.set(channel, handler),
  },
  Notification: class {
    static isSupported = () => electron.isSupported
    readonly note: object
    constructor(note: object) {
      this.note = note
    }
    on() {}
    show() {
      electron.shown.push(this.note)
    }
  },
}))

const origin = 'http://127.0.0.1:4317'
const mainFrame = { url: `${origin}/app/inbox` }
const contents = { mainFrame }
const trusted = { sender: contents, senderFrame: mainFrame }
const host = { signInLink: async () => ({ url: `${origin}/app/#signin=s`, secret: 's' }) }
const channels = [
  'session:secret',
  'note:show',
  'app:version',
  'attention:show',
  'login:read',
  'login:set',
  'diagnostics:read',
]
const attend = vi.fn()

beforeEach(() => {
  electron.handlers.clear()
  electron.shown.length = 0
  electron.isSupported = true
  const opened = (sender: unknown) => sender === contents
  attend.mockClear()
  registerHandlers({
    trust: { opened, origin: () => origin },
    host,
    show: () => undefined,
    reply: () => undefined,
    attend,
    diagnostics: () => 'all is well',
  })
})

const ask = (channel: string, event: object, ...args: unknown[]) =>
  electron.handlers.get(channel)!(event, ...args)

const ARGUMENTS: Readonly<Record<string, unknown[]>> = {
  'note:show': [{ title: 'A', body: 'B' }],
  'attention:show': [{ unread: 3, status: 'away' }],
  'login:set': [true],
}
const argumentsOf = (channel: string) => ARGUMENTS[channel] ?? []

test('these are all the channels', () => {
  expect([...electron.handlers.keys()].sort()).toEqual([...channels].sort())
})

test('the window is answered', async () => {
  expect(await ask('session:secret', trusted)).toBe('s')
  expect(await ask('app:version', trusted)).toBe('9.9.9')
  expect(await ask('note:show', trusted, { title: 'Ada', body: '' })).toBeUndefined()
  expect(electron.shown).toEqual([{ title: 'Ada', body: '' }])
  await ask('attention:show', trusted, { unread: 3, status: 'away' })
  expect(attend).toHaveBeenCalledWith({ unread: 3, status: 'away' })
  expect(await ask('diagnostics:read', trusted)).toBe('all is well')
  expect(await ask('login:set', trusted, true)).toBe('unsupported')
})

test('without notifications a note is dropped in silence', async () => {
  electron.isSupported = false
  await ask('note:show', trusted, { title: 'Ada', body: '' })
  expect(electron.shown).toEqual([])
})

test.each([
  ['a frame inside the page', { sender: contents, senderFrame: { url: `${origin}/demo` } }],
  ['a frame that is gone', { sender: contents, senderFrame: null }],
  ['contents that we did not open', { sender: { mainFrame }, senderFrame: mainFrame }],
])('nothing is answered to %s', async (_who, event) => {
  for (const channel of channels) {
    await expect(ask(channel, event, ...argumentsOf(channel))).rejects.toThrow(
      `${channel} is not for this page`,
    )
  }
  expect(electron.shown).toEqual([])
})

test.each([
  'https://example.com/',
  'http://127.0.0.1:4318/app/',
  'http://localhost:4317/app/',
  'file:///app/index.html',
  'data:text/html,x',
  'about:blank',
  '',
])('nothing is answered to our window while it shows %j', async (url) => {
  const frame = { url }
  const event = { sender: Object.assign(contents, { mainFrame: frame }), senderFrame: frame }
  for (const channel of channels) {
    await expect(ask(channel, event, ...argumentsOf(channel))).rejects.toThrow(/not for this page/)
  }
  contents.mainFrame = mainFrame
})

test.each([
  ['note:show'],
  ['note:show', 'text'],
  ['note:show', null],
  ['note:show', { title: 'Ada' }],
  ['note:show', { title: '', body: '' }],
  ['note:show', { title: 1, body: 2 }],
  ['note:show', { title: 'x'.repeat(201), body: '' }],
  ['note:show', { title: 'Ada', body: 'x'.repeat(2001) }],
  ['note:show', { title: 'Ada', body: '', icon: 'file:///etc/passwd' }],
  ['note:show', { title: 'Ada', body: '' }, 'more'],
  ['note:show', { title: 'Ada', body: '', conversation: '../../etc' }],
  ['note:show', { title: 'Ada', body: '', reply: 'x'.repeat(10_000_000) }],
  ['attention:show', { unread: -1, status: 'away' }],
  ['attention:show', { unread: 1.5, status: 'away' }],
  ['attention:show', { unread: 1, status: 'gone' }],
  ['attention:show', 'x'.repeat(10_000_000)],
  ['login:set'],
  ['login:set', 'true'],
  ['diagnostics:read', '/etc/passwd'],
  ['app:version', 'more'],
  ['session:secret', { for: 'somebody else' }],
])('%s refuses arguments of a wrong shape: %j', async (channel, ...args) => {
  await expect(ask(channel, trusted, ...args)).rejects.toThrow(TypeError)
  expect(electron.shown).toEqual([])
})
