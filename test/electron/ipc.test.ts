import { beforeEach, expect, test, vi } from 'vitest'
import { registerHandlers } from '../../electron/handlers.ts'
import { OPEN_TO } from '../../electron/ipc.ts'
import { registerWorkspaceHandlers } from '../../electron/workspace-handlers.ts'

type Handler = (event: object, ...args: unknown[]) => Promise<unknown>

const electron = vi.hoisted(() => ({
  handlers: new Map<string, Handler>(),
  shown: [] as object[],
  isSupported: true,
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      getVersion: () => '9.9.9',
      getPath: () => '/dev/null/at/all',
      isPackaged: false,
    },
    ipcMain: {
      handle: (channel: string, handler: Handler) => electron.handlers.set(channel, handler),
    },
    Notification: class {
      static isSupported: () => boolean = () => electron.isSupported
      readonly note: object
      constructor(note: object) {
        this.note = note
      }
      on() {}
      show() {
        electron.shown.push(this.note)
      }
    },
  })
})

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
  'updates:read',
  'updates:look',
  'updates:install',
  'session:open',
  'site:show',
  'workspaces:names',
  'workspaces:show',
  'workspaces:offer',
  'workspaces:known',
  'workspaces:add',
  'workspaces:rename',
  'workspaces:key',
  'workspaces:remove',
]
const attend = vi.fn()
/** The server shown in the window, and this computer's server as long as they are the same. */
const shown = { origin, home: origin as string | undefined }
const verbs = {
  known: vi.fn(() => ({ workspaces: [], keepsKeys: true })),
  add: vi.fn(async () => ({ fault: 'no-answer' as const })),
  rename: vi.fn(),
  replaceKey: vi.fn(async () => ({ fault: 'key-refused' as const })),
  remove: vi.fn(async () => undefined),
}
const show = vi.fn()
const site = { show: vi.fn(async () => ({ fault: 'closed' as const })) }
const updates = {
  read: () => ({ step: 'current' }) as const,
  check: vi.fn(async () => true),
  install: vi.fn(async () => undefined),
}

beforeEach(() => {
  electron.handlers.clear()
  electron.shown.length = 0
  electron.isSupported = true
  const opened = (sender: unknown) => sender === contents
  vi.clearAllMocks()
  Object.assign(shown, { origin, home: origin })
  const trust = { opened, origin: () => shown.origin, home: () => shown.home }
  registerWorkspaceHandlers({
    trust,
    verbs,
    names: () => ({ shown: 'local', remote: [] }),
    show,
    offer: () => undefined,
    openSession: async () => true,
  })
  registerHandlers({
    trust,
    host,
    show: () => undefined,
    reply: () => undefined,
    attend,
    diagnostics: () => 'all is well',
    updates,
    site,
  })
})

const ask = (channel: string, event: object, ...args: unknown[]) =>
  electron.handlers.get(channel)!(event, ...args)

/** A page that may be shown. */
const SITE = {
  assistant: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  url: 'https://www.example.com/',
  size: 'phone',
}

const ARGUMENTS: Readonly<Record<string, unknown[]>> = {
  'note:show': [{ title: 'A', body: 'B' }],
  'attention:show': [{ unread: 3, status: 'away' }],
  'login:set': [true],
  'site:show': [SITE],
  'workspaces:show': ['local'],
  'workspaces:add': [{ address: 'https://chat.example.com', key: '1|k', name: '' }],
  'workspaces:rename': ['0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b', 'Shop'],
  'workspaces:key': ['0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b', '1|k'],
  'workspaces:remove': ['0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'],
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
  expect(await ask('updates:read', trusted)).toEqual({ step: 'current' })
  await ask('updates:look', trusted)
  expect([updates.check.mock.calls, updates.install.mock.calls]).toEqual([[[]], []])
})

test('without notification support a notification is silently dropped', async () => {
  electron.isSupported = false
  await ask('note:show', trusted, { title: 'Ada', body: '' })
  expect(electron.shown).toEqual([])
})

test.each([
  ['a frame inside the page', { sender: contents, senderFrame: { url: `${origin}/demo` } }],
  ['a frame that is gone', { sender: contents, senderFrame: null }],
  ['contents that we did not open', { sender: { mainFrame }, senderFrame: mainFrame }],
])('%s gets no answer', async (_who, event) => {
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
])('our window gets no answer while it shows %j', async (url) => {
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
  ['updates:look', 'https://example.com/'],
  ['updates:install', '/tmp/evil.deb'],
  ['app:version', 'more'],
  ['session:secret', { for: 'somebody else' }],
  ['session:open', 'https://example.com'],
  ['site:show'],
  ['site:show', 'https://www.example.com/'],
  ['site:show', { ...SITE, assistant: '1' }],
  ['site:show', { ...SITE, url: 'file:///etc/passwd' }],
  ['site:show', { ...SITE, url: 'javascript:alert(1)' }],
  ['site:show', { ...SITE, url: 'https://user:secret@www.example.com/' }],
  ['site:show', { ...SITE, url: `https://www.example.com/${'x'.repeat(2000)}` }],
  ['site:show', { ...SITE, size: 'tablet' }],
  ['site:show', { ...SITE, preload: '/tmp/evil.js' }],
  ['workspaces:show'],
  ['workspaces:show', '../../etc/passwd'],
  ['workspaces:show', { id: 'local' }],
  ['workspaces:add', 'https://chat.example.com', '1|k'],
  ['workspaces:add', { address: 'https://chat.example.com', key: '1|k' }],
  ['workspaces:add', { address: 'x'.repeat(2001), key: '1|k', name: '' }],
  ['workspaces:add', { address: 'https://a.example', key: 'x'.repeat(10_000_000), name: '' }],
  ['workspaces:add', { address: 'https://a.example', key: '1|k', name: '', id: 'local' }],
  ['workspaces:rename', 'local', 'Mine'],
  ['workspaces:key', 'local', '1|k'],
  ['workspaces:remove', 'local'],
  ['workspaces:remove', '../window'],
])('%s rejects malformed arguments (%#)', async (channel, ...args) => {
  await expect(ask(channel, trusted, ...args)).rejects.toThrow(TypeError)
  expect(electron.shown).toEqual([])
})

/** Channels open to pages of remote workspaces; all others are for this computer's pages only. */
const EVERYWHERE = [
  'note:show',
  'app:version',
  'attention:show',
  'session:open',
  'workspaces:names',
  'workspaces:show',
  'workspaces:offer',
]

test('every channel declares whose pages it answers', () => {
  expect(Object.keys(OPEN_TO).sort()).toEqual([...channels].sort())
})

test.each(channels)('a remote workspace’s page asks %s', async (channel) => {
  const url = 'https://chat.example.com/app/inbox'
  Object.assign(shown, { origin: 'https://chat.example.com', home: undefined })
  const frame = { url }
  contents.mainFrame = frame
  const asked = ask(channel, { sender: contents, senderFrame: frame }, ...argumentsOf(channel))
  const refused = asked.then(
    () => false,
    (error: Error) => error.message === `${channel} is not for this page`,
  )
  const isRefused = await refused
  contents.mainFrame = mainFrame
  expect(isRefused).toBe(!EVERYWHERE.includes(channel))
  if (!EVERYWHERE.includes(channel)) {
    for (const verb of Object.values(verbs)) expect(verb).not.toHaveBeenCalled()
    expect(site.show).not.toHaveBeenCalled()
  }
})

test.each(channels)(
  'a remote workspace that has taken over this computer’s address asks %s',
  async (channel) => {
    // The local server's port was free for a while, so the address alone proves nothing.
    Object.assign(shown, { origin, home: undefined })
    const asked = ask(channel, trusted, ...argumentsOf(channel))
    if (EVERYWHERE.includes(channel)) await asked
    else await expect(asked).rejects.toThrow(`${channel} is not for this page`)
  },
)
