import { expect, test } from 'vitest'
import { CHECKLIST, electronSources, ipcChannels } from '../support/electron-checklist.ts'

const sources = electronSources()

test.each(CHECKLIST.map((point, index) => [index + 1, point.name, point] as const))(
  '%i. %s',
  (_index, _name, point) => {
    expect(point.holds(sources)).toBe(true)
  },
)

test('the checklist has all twenty items', () => {
  expect(CHECKLIST).toHaveLength(20)
})

/** Careless changes, in the order of the items: file, the code replaced, and its replacement. */
const CARELESS: readonly (readonly [string, string | RegExp, string])[] = [
  ['electron/window.ts', '/** Chromium', "const x = 'http://cdn.example.com/'\n/** Chromium"],
  ['electron/window.ts', 'nodeIntegration: false', 'nodeIntegration: true'],
  ['electron/window.ts', 'contextIsolation: true', 'contextIsolation: false'],
  ['electron/window.ts', 'sandbox: true', 'sandbox: false'],
  ['electron/guard.ts', 'setPermissionCheckHandler', 'setNothing'],
  ['electron/window.ts', 'sandbox: true', 'sandbox: true, webSecurity: false'],
  ['server/features/web/pages/routes.ts', `"script-src 'self'"`, `"script-src 'unsafe-inline'"`],
  ['electron/window.ts', 'sandbox: true', 'sandbox: true, allowRunningInsecureContent: true'],
  ['electron/main.ts', 'app.enableSandbox()', "app.enableSandbox() // 'enable-features'"],
  ['electron/window.ts', 'sandbox: true', "sandbox: true, enableBlinkFeatures: 'X'"],
  ['renderer/index.html', '<body>', '<body><webview allowpopups></webview>'],
  ['electron/guard.ts', "'will-attach-webview', (event) => event.preventDefault()", "'x', () => 0"],
  ['electron/guard.ts', "contents.on('will-redirect', blockNavigation)", ''],
  ['electron/guard.ts', "() => ({ action: 'deny' })", "() => ({ action: 'allow' })"],
  ['electron/links.ts', "protocol === 'https:' ? 'ask' : 'refuse'", "'ask'"],
  ['package.json', /"electron": "\^\d+/, '"electron": "^30'],
  ['electron/handlers.ts', 'import {', "ipcMain.on('x', run)\nimport {"],
  ['electron/window.ts', 'into.loadURL(', 'into.loadFile('],
  ['electron/fuses.ts', '[FuseV1Options.RunAsNode]: false,', ''],
  ['electron/preload.ts', 'satisfies DesktopApi', ', ipcRenderer: ipcRenderer }'],
]

test.each(CARELESS.map((change, index) => [CHECKLIST[index]!.name, index, change] as const))(
  'a careless change is detected: %s',
  (_name, index, [file, what, put]) => {
    const changed = sources.get(file)!.replace(what, put)
    expect(changed).not.toBe(sources.get(file))
    expect(CHECKLIST[index]!.holds(new Map(sources).set(file, changed))).toBe(false)
  },
)

/** The same for the isolation of remote workspaces and websites: item number, file, the code replaced, and its replacement. */
const CARELESS_ELSEWHERE: readonly (readonly [number, string, string, string])[] = [
  [1, 'electron/workspace-address.ts', "{ fault: 'not-secure' }\n}", '{ origin }\n}'],
  [5, 'electron/elsewhere.ts', 'guardSession(own, () => remote.address)', ''],
  [2, 'electron/site-window.ts', 'nodeIntegration: false', 'nodeIntegration: undefined'],
  [4, 'electron/site-window.ts', 'if (refusal) return refusal', ''],
  [5, 'electron/site-session.ts', 'guardSiteSession(opened)', ''],
  [13, 'electron/main.ts', 'site.rulesOf', '() => () => true'],
  [20, 'electron/site-window.ts', 'sandbox: true,', "sandbox: true, preload: 'preload.cjs',"],
  [17, 'electron/ipc.ts', ' || !isOpen(channel, event, trust)', ''],
  [17, 'electron/ipc.ts', "  'workspaces:add': 'home',\n", ''],
  [17, 'electron/main.ts', 'home: () => (elsewhere.shown ? undefined : home())', 'home'],
]

test.each(CARELESS_ELSEWHERE)(
  'item %i detects a careless change of %s',
  (number, file, what, put) => {
    const changed = sources.get(file)!.replace(what, put)
    expect(changed).not.toBe(sources.get(file))
    expect(CHECKLIST[number - 1]!.holds(new Map(sources).set(file, changed))).toBe(false)
  },
)

test('every channel of the window has a schema and checks the sender', () => {
  const { channels, raw } = ipcChannels(sources)
  expect(channels.length).toBeGreaterThan(2)
  expect(channels.filter(({ isChecked }) => !isChecked)).toEqual([])
  expect(raw).toEqual([])
})
