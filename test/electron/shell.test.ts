import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createAttention } from '../../electron/attention.ts'
import { contextTemplate } from '../../electron/context-menu.ts'
import { loginItem, setLoginItem } from '../../electron/login-item.ts'
import { menuTemplate } from '../../electron/menu.ts'
import { forgetNotes, showNote } from '../../electron/notes.ts'
import { trayTemplate, trayText } from '../../electron/tray.ts'

const electron = vi.hoisted(() => ({
  isPackaged: true,
  appData: '',
  badge: -1,
  login: undefined as object | undefined,
  notes: [] as {
    options: object
    emit(event: string, ...args: unknown[]): boolean
    isOpen: boolean
  }[],
}))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  const { EventEmitter } = await import('node:events')
  return fakeElectron({
    app: {
      name: 'Parley',
      get isPackaged() {
        return electron.isPackaged
      },
      getPath: () => electron.appData,
      quit: () => undefined,
      setBadgeCount: (count: number) => void (electron.badge = count),
      setLoginItemSettings: (settings: object) => void (electron.login = settings),
      getLoginItemSettings: () => electron.login ?? { openAtLogin: false },
      dock: { bounce: () => undefined },
    },
    nativeImage: { createFromPath: (file: string) => ({ file }) },
    Notification: class extends EventEmitter {
      static isSupported: () => boolean = () => true
      isOpen = false
      readonly options: object
      constructor(options: object) {
        super()
        this.options = options
        electron.notes.push(this)
      }
      show() {
        this.isOpen = true
      }
      close() {
        this.isOpen = false
        this.emit('close')
      }
    },
  })
})

const platform = (name: NodeJS.Platform) => {
  const before = process.platform
  Object.defineProperty(process, 'platform', { value: name })
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }))
}

const ADA = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'

beforeEach(() => {
  electron.notes.length = 0
  electron.isPackaged = true
  electron.login = undefined
  electron.appData = mkdtempSync(path.join(tmpdir(), 'parley-shell-'))
  onTestFinished(() => rmSync(electron.appData, { recursive: true }))
})

test('clicking a notification opens its conversation, and a newer notification replaces it', () => {
  const [show, reply] = [vi.fn(), vi.fn()]
  showNote({ title: 'Ada', body: 'Hello?', conversation: ADA }, { show, reply })
  showNote({ title: 'Ada', body: 'Anybody?', conversation: ADA }, { show, reply })
  expect(electron.notes.map(({ isOpen }) => isOpen)).toEqual([false, true])
  electron.notes[1]!.emit('click')
  expect(show.mock.calls).toEqual([[`/app/inbox/${ADA}`]])
  showNote({ title: 'A test', body: '' }, { show, reply })
  electron.notes[2]!.emit('click')
  expect(show).toHaveBeenLastCalledWith(undefined)
})

test('a notification without a conversation is held until it is closed, and only the latest are', () => {
  for (let time = 0; time < 30; time++) {
    showNote({ title: `Test ${time}`, body: '' }, { show: vi.fn(), reply: vi.fn() })
  }
  electron.notes[29]!.emit('close')
  forgetNotes()
  const closed = electron.notes.flatMap(({ isOpen }, index) => (isOpen ? [] : [index]))
  // Dropped notifications, and those already closed, are not closed here.
  expect(closed).toEqual(Array.from({ length: 19 }, (_, index) => index + 10))
})

test('a notification that the system does not show is logged', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  showNote({ title: 'A test', body: '' }, { show: vi.fn(), reply: vi.fn() })
  electron.notes[0]!.emit('failed', {}, 'Not signed')
  expect(logged.mock.calls).toEqual([['A notification failed: Not signed']])
  logged.mockRestore()
})

test.each(['darwin', 'win32', 'linux'] as const)(
  'a notification on %s accepts a reply if it can',
  (name) => {
    platform(name)
    const reply = vi.fn()
    const note = { title: 'Ada', body: 'Hello?', conversation: ADA, reply: 'Answer…' }
    showNote(note, { show: () => undefined, reply })
    expect('hasReply' in electron.notes[0]!.options).toBe(name !== 'linux')
    electron.notes[0]!.emit('reply', { reply: '  At once!  ' })
    electron.notes[0]!.emit('reply', { reply: '  ' })
    expect(reply.mock.calls).toEqual([[{ conversation: ADA, text: 'At once!' }]])
  },
)

test('on Linux, starting at login is a file that has no effect once its program is uninstalled', () => {
  platform('linux')
  const file = path.join(electron.appData, 'autostart', 'parley.desktop')
  expect(loginItem()).toBe('off')
  expect(setLoginItem(true)).toBe('on')
  expect(readFileSync(file, 'utf8')).toContain(`TryExec=${process.execPath}\n`)
  expect(setLoginItem(false)).toBe('off')
  expect(() => readFileSync(file)).toThrow('ENOENT')
  expect(setLoginItem(false)).toBe('off')
})

test('elsewhere the system is told, and an app that is not installed does not start at login', () => {
  platform('darwin')
  expect(setLoginItem(true)).toBe('on')
  expect(electron.login).toEqual({ openAtLogin: true })
  electron.isPackaged = false
  expect([loginItem(), setLoginItem(true)]).toEqual(['unsupported', 'unsupported'])
})

function attentionOn(name: NodeJS.Platform, isFocused: boolean) {
  platform(name)
  const window = {
    isFocused: () => isFocused,
    flashFrame: vi.fn(),
    once: vi.fn(),
    setOverlayIcon: vi.fn(),
  }
  const tray = { show: vi.fn(), showServer: vi.fn(), refresh: vi.fn() }
  const attend = createAttention({ window: () => window as never, tray: () => tray })
  return { window, tray, attend: (unread: number) => attend({ unread, status: 'available' }) }
}

test('the unread count is shown in the badge and the tray, and flashes once per increase', () => {
  const { window, tray, attend } = attentionOn('linux', false)
  for (const unread of [0, 2, 2, 1, 3, 0]) attend(unread)
  expect(electron.badge).toBe(0)
  expect(tray.show).toHaveBeenCalledTimes(6)
  expect(window.flashFrame.mock.calls).toEqual([[true], [true]])
  window.once.mock.calls[0]![1]()
  expect(window.flashFrame).toHaveBeenLastCalledWith(false)
})

test('a focused window does not flash', () => {
  const { window, attend } = attentionOn('linux', true)
  attend(5)
  expect(window.flashFrame).not.toHaveBeenCalled()
})

test('the Windows task bar gets an overlay, and loses it', () => {
  const { window, attend } = attentionOn('win32', true)
  attend(2)
  attend(0)
  expect(window.setOverlayIcon.mock.calls.map(([image, words]) => [image !== null, words])).toEqual(
    [
      [true, '2 unread'],
      [false, ''],
    ],
  )
})

test('the tray shows the unread count, away status, and a server that is gone', () => {
  expect(trayText({ unread: 0, status: 'available' }, 'running')).toBe('Nothing unread')
  expect(trayText({ unread: 3, status: 'away' }, 'running')).toBe('3 unread · Away')
  expect(trayText({ unread: 3, status: 'away' }, 'stopped')).toBe('Stopped')
  const nothing = () => undefined
  const menu = trayTemplate('3 unread', {
    showWindow: nothing,
    go: nothing,
    openInBrowser: nothing,
    workspaces: () => [{ label: 'Workspaces' }],
  })
  expect(menu.flatMap(({ label }) => label ?? [])).toEqual([
    '3 unread',
    'Show Parley',
    'Inbox',
    'Open in Browser',
    'Workspaces',
    'Quit Parley',
  ])
})

const clicked = {
  isEditable: true,
  editFlags: { canCut: false, canCopy: true, canPaste: true } as Electron.EditFlags,
  selectionText: '',
  linkURL: '',
  misspelledWord: 'helo',
  dictionarySuggestions: ['hello', 'helot'],
}

test('the context menu offers spelling, the clipboard and links where they apply', () => {
  const actions = { replace: vi.fn(), learn: vi.fn(), copy: vi.fn() }
  const names = (changes: object) =>
    contextTemplate({ ...clicked, ...changes }, actions).map(
      ({ label, role, type }) => label ?? role ?? type,
    )
  expect(names({})).toEqual([
    'hello',
    'helot',
    'Add to Dictionary',
    'separator',
    'cut',
    'copy',
    'paste',
    'selectAll',
  ])
  const plain = { isEditable: false, misspelledWord: '' }
  expect(names(plain)).toEqual([])
  expect(names({ ...plain, selectionText: 'words' })).toEqual(['copy'])
  expect(names({ ...plain, linkURL: 'https://example.com/' })).toEqual(['Copy Link'])
  expect(names({ ...plain, linkURL: 'javascript:alert(1)' })).toEqual([])
  const menu = contextTemplate(clicked, actions) as { click?: () => void }[]
  menu[1]!.click!()
  menu[2]!.click!()
  expect([actions.replace.mock.calls, actions.learn.mock.calls]).toEqual([[['helot']], [['helo']]])
})

test.each([
  ['darwin', ['Parley', '&File', '&Edit', '&View', 'windowMenu', 'help']],
  ['win32', ['&File', '&Edit', '&View', 'windowMenu', 'help']],
  ['linux', ['&File', '&Edit', '&View', 'windowMenu', 'help']],
] as const)('the menu of %s follows its platform’s conventions', (name, menus) => {
  platform(name)
  const go = vi.fn()
  const nothing = () => undefined
  const template = menuTemplate({
    origin: () => undefined,
    openInBrowser: nothing,
    showWindow: nothing,
    go,
    workspaces: () => ({ label: 'Workspaces' }),
    contents: () => undefined,
    spelling: { isOn: () => true, set: nothing },
  })
  expect(template.map(({ label, role }) => label ?? role)).toEqual(menus)
  const items = template.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
  const keys = items.flatMap(({ accelerator }) => (accelerator ? [String(accelerator)] : []))
  expect(keys).toContain('CmdOrCtrl+,')
  expect(keys).toContain('CmdOrCtrl+P')
  expect(new Set(keys).size).toBe(keys.length)
  expect(items.filter(({ role }) => role === 'quit')).toHaveLength(1)
  items.find(({ label }) => label === 'Settings…')!.click!(
    undefined as never,
    undefined,
    {} as never,
  )
  expect(go.mock.calls).toEqual([['/app/settings']])
})

test.each([
  ['darwin', 'Parley'],
  ['win32', 'help'],
  ['linux', 'help'],
] as const)('on %s an update check is offered under %s, if there is a feed', (name, under) => {
  platform(name)
  const lookForUpdates = vi.fn()
  const nothing = () => undefined
  const needs = {
    origin: nothing,
    openInBrowser: nothing,
    showWindow: nothing,
    contents: nothing,
    go: nothing,
    workspaces: () => ({ label: 'Workspaces' }),
    spelling: { isOn: () => true, set: nothing },
  }
  const offers = (template: ReturnType<typeof menuTemplate>) =>
    template.flatMap(({ label, role, submenu }) =>
      (Array.isArray(submenu) ? submenu : [])
        .filter((item) => item.label === 'Check for Updates…')
        .map((item) => ({ under: label ?? role, item })),
    )
  expect(offers(menuTemplate(needs))).toEqual([])
  const offered = offers(menuTemplate({ ...needs, lookForUpdates }))
  expect(offered.map((offer) => offer.under)).toEqual([under])
  offered[0]!.item.click!(undefined as never, undefined, {} as never)
  expect(lookForUpdates).toHaveBeenCalledOnce()
})
