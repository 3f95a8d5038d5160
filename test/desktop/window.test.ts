import { afterAll, beforeAll, expect, test } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { type Desktop, desktopHost, launchDesktop } from './launch.ts'

/** Stand-in only: real Electron opens real browsers and dialogs, which no test can see. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

let desktop: Desktop

beforeAll(async () => {
  desktop = await launchDesktop()
  console.log(`desktop: ${desktop.host}`)
})
afterAll(() => desktop?.[Symbol.asyncDispose]())

const inboxLink = () => desktop.page.getByRole('link', { name: 'Inbox' }).first()
const fetchMe = () => desktop.page.evaluate(async () => (await fetch('/api/user/me')).status)

/** Waits until an address has been refused; real Electron does not report refusals. */
async function blocked(url: string): Promise<void> {
  if (desktop.host === 'stand-in')
    await expect.poll(() => desktop.evaluate(({ seen }) => seen.blocked)).toContain(url)
}

test('the window shows the operator app, signed in', async () => {
  await inboxLink().waitFor()
  expect(await fetchMe()).toBe(200)
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  )
})

test('the window appears as soon as the page is ready', async () => {
  const isVisible = () =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
})

test('signing in leaves no secret in any URL', async () => {
  const { page } = desktop
  const addresses: string[] = []
  const secrets: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    const isSignIn = request.method() === 'POST' && request.url().endsWith('/api/session')
    if (isSignIn) secrets.push(request.postDataJSON().secret)
  })
  page.on('framenavigated', (frame) => addresses.push(frame.url()))

  await desktop.evaluate(({ session }) => session.defaultSession.clearStorageData())
  await page.reload()
  await inboxLink().waitFor()

  addresses.push(page.url(), await page.evaluate(() => location.href))
  expect(secrets).toHaveLength(1)
  expect(addresses.filter((address) => address.includes(secrets[0]!))).toEqual([])
  expect(addresses.filter((address) => address.includes('signin'))).toEqual([])
})

test('the page gets the typed API and no other access to the machine', async () => {
  const { page } = desktop
  expect(await page.evaluate(() => Object.keys(window.desktop!).sort())).toEqual([
    'diagnostics',
    'installUpdate',
    'loginItem',
    'lookForUpdates',
    'notify',
    'onAwake',
    'onGo',
    'onQuickReply',
    'onServerState',
    'onUpdates',
    'openSession',
    'setLoginItem',
    'showAttention',
    'showSite',
    'signInSecret',
    'updates',
    'version',
    'workspaces',
  ])
  const globals = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer']
  expect(
    await page.evaluate((names) => names.filter((name) => name in globalThis), globals),
  ).toEqual([])
  expect(await page.evaluate(() => window.desktop!.version())).toMatch(/^\d+\.\d+\.\d+/)
})

test('a removed listener receives nothing more', async () => {
  const { page } = desktop
  await page.evaluate(() => {
    const heard: string[] = []
    const heardByAnother: string[] = []
    Object.assign(window, { heard, heardByAnother })
    const end = window.desktop!.onServerState((state) => heard.push(state))
    window.desktop!.onServerState((state) => heardByAnother.push(state))
    end()
  })
  await desktop.evaluate(({ BrowserWindow }) => {
    for (const state of ['restarting', 'running'])
      BrowserWindow.getAllWindows()[0]?.webContents.send('server:state', state)
  })
  const lists = () =>
    page.evaluate(() => {
      const { heard, heardByAnother } = window as Window & {
        heard?: string[]
        heardByAnother?: string[]
      }
      return { heard, heardByAnother: heardByAnother?.toSorted() }
    })
  await expect.poll(lists).toEqual({ heard: [], heardByAnother: ['restarting', 'running'] })
})

test('malformed arguments are rejected', async () => {
  const { page } = desktop
  const notify = (note: unknown) =>
    page.evaluate((wrong) => window.desktop!.notify(wrong as never), note)
  await expect(notify({ title: 1, body: 'x' })).rejects.toThrow(/note:show/)
  await expect(notify({ title: 'x', body: 'x'.repeat(100_000) })).rejects.toThrow(/note:show/)
  await expect(notify({ title: 'x', body: 'x', icon: 'file:///etc/passwd' })).rejects.toThrow(
    /note:show/,
  )
  await expect(notify(undefined)).rejects.toThrow(/note:show/)
})

test('a frame inside the page cannot reach the main process', async () => {
  const answer = await desktop.page.evaluate(async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const inside = frame.contentWindow as Window & {
      desktop?: unknown
      __standinInvoke?: (channel: string, args: unknown[]) => Promise<unknown>
    }
    // The stand-in's bridge reaches every frame, so the main process itself has to refuse there.
    const asked = inside.__standinInvoke?.('session:secret', [])
    const refusal = await asked?.then(String, (error: Error) => error.message)
    frame.remove()
    return { hasApi: inside.desktop !== undefined, refusal }
  })
  expect(answer.hasApi).toBe(false)
  if (desktop.host === 'stand-in') expect(answer.refusal).toContain('is not for this page')
})

test('navigating away is refused, whatever the destination', async () => {
  const { page } = desktop
  const before = page.url()
  for (const target of ['http://127.0.0.1:9/evil', 'https://example.com/', 'http://localhost/']) {
    await page.evaluate((url) => {
      location.href = url
    }, target)
    await blocked(target)
  }
  expect(page.url()).toBe(before)
  expect(await fetchMe()).toBe(200)
})

test('windows for other sites are refused', async () => {
  const { page } = desktop
  const foreign = [
    'http://127.0.0.1:9/popup',
    'file:///etc/passwd',
    'smb://server/share',
    'ms-settings:',
  ]
  await page.evaluate((urls) => {
    for (const url of urls) window.open(url)
  }, foreign)
  for (const url of foreign) await blocked(url)
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  )
  if (desktop.host === 'stand-in') {
    expect(await desktop.evaluate(({ seen }) => seen.opened)).toEqual([])
  }
})

inStandIn('a link to another site opens in the browser once the operator agrees', async () => {
  const { page } = desktop
  const open = (url: string) => page.evaluate((link) => void window.open(link), url)
  const opened = () => desktop.evaluate(({ seen }) => seen.opened)
  const questions = () => desktop.evaluate(({ seen }) => seen.dialogs.map(({ message }) => message))

  await desktop.evaluate(({ answers }) => void (answers.messageBox = 1))
  await open('https://example.com/declined')
  await expect.poll(questions).toEqual(['Open example.com in your browser?'])
  expect(await opened()).toEqual([])

  await desktop.evaluate(({ answers }) => void (answers.messageBox = 0))
  await open('https://example.com/agreed')
  await expect.poll(opened).toEqual(['https://example.com/agreed'])
})

inStandIn('our own pages open in the browser without asking', async () => {
  const before = await desktop.evaluate(({ seen }) => seen.dialogs.length)
  await desktop.page.evaluate(() => void window.open('/demo'))
  const demo = new URL('/demo', desktop.page.url()).href
  await expect.poll(() => desktop.evaluate(({ seen }) => seen.opened.at(-1))).toBe(demo)
  expect(await desktop.evaluate(({ seen }) => seen.dialogs.length)).toBe(before)
})

inStandIn('a notification shows the text the page asked for', async () => {
  const note = { title: 'Ada', body: 'Is anybody there?' }
  await desktop.page.evaluate((wanted) => window.desktop!.notify(wanted), note)
  const shown = () =>
    desktop.evaluate(({ seen }) => seen.notifications.map(({ title, body }) => ({ title, body })))
  expect(await shown()).toEqual([note])
})

const ADA = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'
const pathOf = () => desktop.page.evaluate(() => location.pathname)

inStandIn(
  'clicking a notification brings the window to the front, showing its conversation',
  async () => {
    const { page } = desktop
    await page.evaluate(
      (conversation) => window.desktop!.notify({ title: 'Ada', body: 'Hello?', conversation }),
      ADA,
    )
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await desktop.evaluate(({ seen }) => seen.notifications.at(-1)!.click())
    await expect.poll(pathOf).toBe(`/app/inbox/${ADA}`)
    expect(
      await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused()),
    ).toBe(true)
  },
)

test('a second start exits at once and brings the first to the front', async () => {
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())

  expect(await desktop.startAgain()).toBe(0)

  const isVisible = () =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  )
})

inStandIn(
  'a link passed to a second start is opened by the first, and does nothing else',
  async () => {
    expect(await desktop.startAgain('parley://settings/about')).toBe(0)
    await expect.poll(pathOf).toBe('/app/settings/about')
    const been: string[] = []
    desktop.page.on('framenavigated', (frame) => been.push(new URL(frame.url()).pathname))
    expect(await desktop.startAgain('--inspect', 'parley://send/everybody')).toBe(0)
    expect(await desktop.startAgain('parley://settings/profile')).toBe(0)
    await expect.poll(pathOf).toBe('/app/settings/profile')
    expect(new Set(been)).toEqual(new Set(['/app/settings/profile']))
  },
)

inStandIn('the unread count is shown in the tray and on the badge', async () => {
  const words = () => desktop.evaluate(({ seen }) => [seen.tray.words, seen.badge])
  await expect.poll(words).toEqual(['Parley: Nothing unread', 0])
  await desktop.page.evaluate(() => window.desktop!.showAttention({ unread: 3, status: 'away' }))
  expect(await words()).toEqual(['Parley: 3 unread · Away', 3])
  await desktop.page.evaluate(() =>
    window.desktop!.showAttention({ unread: 0, status: 'available' }),
  )
})

test('diagnostics are shown in the app, with versions and without secrets', async () => {
  const { page } = desktop
  const secret = await page.evaluate(() => window.desktop!.signInSecret())
  const text = await page.evaluate(() => window.desktop!.diagnostics())
  expect(text).toMatch(/^Parley: \d+\.\d+\.\d+/)
  expect(text).toContain('Server: running')
  expect(text).not.toContain(secret)
})

test('pages may show notifications, copy and use the microphone, and get no other permission', async () => {
  const states = await desktop.page.evaluate(async () => {
    const ask = async (name: string) =>
      [name, (await navigator.permissions.query({ name: name as PermissionName })).state] as const
    const names = ['notifications', 'clipboard-write', 'geolocation', 'camera', 'microphone']
    return Object.fromEntries(await Promise.all([...names, 'clipboard-read', 'midi'].map(ask)))
  })
  expect(states).toEqual({
    notifications: 'granted',
    'clipboard-write': 'granted',
    geolocation: 'denied',
    camera: 'denied',
    microphone: 'granted',
    'clipboard-read': 'denied',
    midi: 'denied',
  })
})

test('the menu has each platform’s standard items, and help links that work', async () => {
  const help = await desktop.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.items.find(({ role }) => role === 'help')
      ?.submenu?.items.flatMap(({ label, role }) => (label && !role ? [label] : [])),
  )
  expect(help?.filter(Boolean)).toEqual(['Demo Page', 'API Reference', 'Diagnostics…', 'Show Logs'])
})

inStandIn('no dictionary is downloaded until spell checking is turned on', async () => {
  const asked = () => desktop.evaluate(({ seen }) => seen.dictionaries)
  const isOn = () =>
    desktop.evaluate(({ session }) => session.defaultSession.isSpellCheckerEnabled())
  if (process.platform !== 'darwin') {
    expect(await asked()).toEqual(['https://dictionaries.invalid/'])
    expect(await isOn()).toBe(false)
  }
  await desktop.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()!.items.flatMap(({ submenu }) => submenu?.items ?? [])
    const click: Function = items.find(({ label }) => label === 'Check Spelling')!.click
    click({ checked: true })
  })
  expect((await asked()).at(-1)).toMatch(/^https:\/\/redirector\.gvt1\.com\//)
  expect(await isOn()).toBe(true)
})

test('a page whose process dies is back within two seconds', async () => {
  const { page } = desktop
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  const isBack = () =>
    page.evaluate(() => location.pathname.startsWith('/app/') && !('isOld' in window))
  await expect.poll(() => isBack().catch(() => false), { timeout: 2000, interval: 50 }).toBe(true)
  await inboxLink().waitFor()
})
