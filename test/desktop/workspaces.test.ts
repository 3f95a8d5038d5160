import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { startServer } from '../../server/start.ts'
import { KEY, testConfig } from '../support/server.ts'
import { type Desktop, desktopHost, launchDesktop } from './launch.ts'

/** Stand-in only, because there questions outside the window can be answered. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

/** A headless Parley, as on another machine. */
async function headless() {
  const server = await startServer(testConfig())
  onTestFinished(() => server.stop())
  return server
}

/** The page shown in the window, once it comes from this server. */
async function pageAt({ page }: Desktop, origin: string): Promise<Page> {
  const found = () =>
    page
      .context()
      .pages()
      .find((one) => one.url().startsWith(`${origin}/app/`))
  await expect.poll(() => found()?.url()).toBeTruthy()
  return found()!
}

const signedIn = (page: Page) => page.getByRole('link', { name: 'Inbox' }).first().waitFor()

const windows = ({ evaluate }: Desktop) =>
  evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      title: window.getTitle(),
      bounds: window.getNormalBounds(),
    })),
  )

/** Adds a remote Parley as a user would, and shows it. */
async function switchedTo(desktop: Desktop, url: string): Promise<Page> {
  const { page } = desktop
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: /^Workspaces/ }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('API key').fill(KEY)
  await page.getByLabel(/^Name/).fill('The shop')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('The shop added.').waitFor()
  await page.getByRole('button', { name: 'Workspace: This computer. Switch' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'The shop' }).click()
  return pageAt(desktop, url)
}

test('a remote Parley is added, shown signed in, and left again', async () => {
  const { url } = await headless()
  await using desktop = await launchDesktop()
  await signedIn(desktop.page)
  const home = new URL(desktop.page.url()).origin
  const [before] = await windows(desktop)

  const page = await switchedTo(desktop, url)
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  expect(await page.evaluate(async () => (await fetch('/api/user/me')).status)).toBe(200)
  await expect
    .poll(() => windows(desktop))
    .toEqual([{ title: expect.stringMatching(/ · The shop$/), bounds: before!.bounds }])

  await page.getByRole('button', { name: 'Workspace: The shop. Switch' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'This computer' }).click()
  const back = await pageAt(desktop, home)
  await signedIn(back)
  await expect.poll(() => windows(desktop)).toHaveLength(1)
  // The operator is still signed in here, and there too.
  expect(await back.evaluate(async () => (await fetch('/api/user/me')).status)).toBe(200)
})

test('a remote page sees no key and no other workspace, and has no access to this machine', async () => {
  const { url } = await headless()
  const { url: club } = await headless()
  await using desktop = await launchDesktop()
  await signedIn(desktop.page)
  await desktop.page.evaluate(
    ([address, key]) =>
      window.desktop!.workspaces.add({ address: address!, key: key!, name: 'Secret club' }),
    [club, KEY],
  )
  const page = await switchedTo(desktop, url)
  await signedIn(page)
  const names = await page.evaluate(() => window.desktop!.workspaces.names())
  expect(names.remote).toEqual([{ id: names.shown, name: 'The shop' }])

  const refusals = await page.evaluate(async (key) => {
    const { desktop } = window
    const { workspaces } = desktop!
    const asked = {
      signInSecret: () => desktop!.signInSecret(),
      loginItem: () => desktop!.loginItem(),
      setLoginItem: () => desktop!.setLoginItem(true),
      diagnostics: () => desktop!.diagnostics(),
      known: () => workspaces.known(),
      add: () => workspaces.add({ address: location.origin, key, name: '' }),
      showSite: () =>
        desktop!.showSite({
          assistant: '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
          url: location.href,
          size: 'desktop',
        }),
      names: () => workspaces.names(),
      version: () => desktop!.version(),
    }
    const said: Record<string, boolean> = {}
    for (const [name, ask] of Object.entries(asked)) {
      said[name] = await ask().then(
        () => true,
        () => false,
      )
    }
    return said
  }, KEY)
  expect(refusals).toEqual({
    signInSecret: false,
    loginItem: false,
    setLoginItem: false,
    diagnostics: false,
    known: false,
    add: false,
    showSite: false,
    names: true,
    version: true,
  })

  // After signing out, the main process signs in again; no request of the page carries the key.
  const sent: string[] = []
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`),
  )
  expect(
    await page.evaluate(async () => (await fetch('/api/session', { method: 'DELETE' })).status),
  ).toBe(200)
  await page.reload()
  await signedIn(page)
  expect(sent.length).toBeGreaterThan(3)
  const isSignIn = (words: string) => !words.startsWith('GET') && words.includes('api/session ')
  expect(sent.filter((words) => words.includes(KEY) || isSignIn(words))).toEqual([
    `DELETE ${url}/api/session `,
  ])
  const stored = await page.evaluate(() =>
    JSON.stringify({ ...localStorage, cookie: document.cookie }),
  )
  expect(stored).not.toContain(KEY)
})

inStandIn(
  'an unreachable remote Parley prompts the user, who can return to this computer at once',
  async () => {
    const server = await headless()
    await using desktop = await launchDesktop()
    await signedIn(desktop.page)
    const home = new URL(desktop.page.url()).origin
    const page = await switchedTo(desktop, server.url)
    await signedIn(page)
    await desktop.evaluate(({ answers }) => void (answers.messageBox = 1))
    await server.stop()
    await desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().at(-1)?.webContents.reload(),
    )
    await signedIn(await pageAt(desktop, home))
    const asked = await desktop.evaluate(({ seen }) => seen.dialogs.map(({ message }) => message))
    expect(asked).toEqual(['The shop isn’t responding'])
  },
)

inStandIn('unsaved changes are asked about before switching, whoever switches', async () => {
  const { url } = await headless()
  await using desktop = await launchDesktop()
  await signedIn(desktop.page)
  const home = new URL(desktop.page.url()).origin
  const page = await switchedTo(desktop, url)
  await signedIn(page)
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  await desktop.evaluate(({ answers }) => void (answers.messageBox = 1))
  const asked = () => desktop.evaluate(({ seen }) => seen.dialogs.map(({ message }) => message))
  await page.evaluate(() => window.desktop!.workspaces.show('local'))
  await expect.poll(asked).toEqual(['You have unsaved changes'])
  expect(await windows(desktop)).toHaveLength(1)
  expect(page.isClosed()).toBe(false)
  await desktop.evaluate(({ answers }) => void (answers.messageBox = 0))
  await page.evaluate(() => window.desktop!.workspaces.show('local'))
  await signedIn(await pageAt(desktop, home))
})

inStandIn('the menu switches workspaces too, and removing one leaves nothing behind', async () => {
  const { url } = await headless()
  await using desktop = await launchDesktop()
  await signedIn(desktop.page)
  const home = new URL(desktop.page.url()).origin
  await signedIn(await switchedTo(desktop, url))
  const chosen = () =>
    desktop.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File')
      const items = file?.submenu?.items.find(({ label }) => label === 'Workspaces')?.submenu?.items
      return items?.map(({ label, checked }) => [label, checked])
    })
  expect((await chosen())?.slice(0, 2)).toEqual([
    ['This Computer', false],
    ['The shop', true],
  ])
  await desktop.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === '&File')
    const items = file?.submenu?.items.find(({ label }) => label === 'Workspaces')?.submenu?.items
    items?.find(({ label }) => label === 'Add Workspace…')?.click()
  })
  const page = await pageAt(desktop, home)
  const { remote } = await page.evaluate(() => window.desktop!.workspaces.names())
  const isSignedIn = () =>
    desktop.evaluate(
      async ({ session }, [partition, address]) =>
        (await session.fromPartition(partition!).fetch(`${address}/api/user/me`, {})).ok,
      [`workspace-${remote[0]!.id}`, url],
    )
  expect(await isSignedIn()).toBe(true)
  await page.getByRole('button', { name: 'Actions for The shop' }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The shop removed.').waitFor()
  expect((await chosen())?.flatMap(([label]) => label ?? [])).toEqual([
    'This Computer',
    'Add Workspace…',
  ])
  expect(await isSignedIn()).toBe(false)
})
