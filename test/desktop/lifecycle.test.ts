import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBackup } from '#contracts/backups.ts'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { startServer } from '../../server/start.ts'
import { testConfig, testServer } from '../support/server.ts'
import { type Desktop, desktopHost, failToLaunch, launchDesktop } from './launch.ts'
import { answers, isAlive, serverPid, signedIn } from './probes.ts'

/** A start that fails shows a dialog, which in a real Electron waits for a person. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

/** Waits until the page follows what happens: only then it can notice that the server is gone. */
async function followed({ page }: Desktop): Promise<void> {
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL, options?: EventSourceInit) {
        super(url, options)
        this.addEventListener('open', () => document.documentElement.classList.add('followed'))
      }
    }
  })
  await page.reload()
  await page.locator('html.followed').waitFor()
  await allFetched(page)
}

/** The palette is fetched last, once a screen is shown; a page that lacks a script is loaded again. */
async function allFetched(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    const wanted = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return (
      fetched.some((name) => /\/palette-.*\.js$/.test(name)) &&
      wanted.every(({ href }) => fetched.includes(href))
    )
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const secretOf = ({ page }: Desktop) => page.evaluate(() => window.desktop!.signInSecret())

test('a server that crashes comes back at the same address, and the window hears of it', async () => {
  await using desktop = await launchDesktop()
  const { page } = desktop
  await signedIn(desktop)
  await followed(desktop)
  await page.evaluate(() => {
    const states: string[] = []
    Object.assign(window, { states })
    window.desktop!.onServerState((state) => states.push(state))
  })
  const before = await serverPid(desktop)
  process.kill(before!, 'SIGKILL')

  const states = () => page.evaluate(() => (window as Window & { states?: string[] }).states)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['restarting', 'running'])
  expect(await serverPid(desktop)).not.toBe(before)
  expect(await page.evaluate(async () => (await fetch('/api/user/me')).status)).toBe(200)
  await signedIn(desktop)
  expect((await secretOf(desktop)).length).toBeGreaterThan(20)
})

test.skipIf(process.platform === 'win32')(
  'a server that hangs is ended and comes back at the same address',
  async () => {
    await using desktop = await launchDesktop()
    await signedIn(desktop)
    const before = (await serverPid(desktop))!
    process.kill(before, 'SIGSTOP')
    await expect.poll(() => isAlive(before), { timeout: 40_000 }).toBe(false)
    const isBack = async () => ![before, undefined].includes(await serverPid(desktop))
    await expect.poll(isBack, { timeout: 10_000 }).toBe(true)
    await expect
      .poll(() => desktop.page.evaluate(async () => (await fetch('/health')).status), {
        timeout: 10_000,
      })
      .toBe(200)
  },
)

test('a server that keeps crashing is said in the window, until it is back', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  await followed(desktop)
  const banner = desktop.page.getByRole('status').filter({ hasText: 'does not answer' })

  const killed = new Set<number>()
  const nextPid = async () => {
    const pid = await serverPid(desktop)
    if (!pid || killed.has(pid)) throw new Error('There is no new server process yet')
    return pid
  }
  for (const _time of [1, 2, 3]) {
    const pid = await vi.waitFor(nextPid, { timeout: 10_000 })
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
  }

  await banner.waitFor()
  await banner.waitFor({ state: 'detached' })
})

test('a page that lost the server while it was loading is loaded again', async () => {
  await using desktop = await launchDesktop()
  const { page } = desktop
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  // The page itself has arrived, its scripts have not.
  await page.route(/\.js$/, async (route) => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await route.fallback()
  })
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signedIn(desktop)
})

test('a listener that was ended hears nothing more', async () => {
  await using desktop = await launchDesktop()
  const { page } = desktop
  await signedIn(desktop)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const end = window.desktop!.onServerState((state) => heard.push(state))
    end()
  })
  await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.send('server:state', 'restarting'),
  )
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => (window as Window & { heard?: string[] }).heard)).toEqual([])
})

test('a second start ends at once and brings the first to the front', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())

  expect(await desktop.startAgain()).toBe(0)

  const isVisible = () =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isVisible).toBe(true)
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
    1,
  )
})

test('closing the last window ends the app, except on macOS', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  if (process.platform === 'darwin') expect(isAlive(pid)).toBe(true)
  else await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'a signal, even one that comes twice, quits the app in order',
  async () => {
    await using desktop = await launchDesktop()
    await signedIn(desktop)
    const pid = (await serverPid(desktop))!
    const main = await desktop.evaluate(() => process.pid)
    process.kill(main, 'SIGINT')
    process.kill(main, 'SIGINT')
    expect(await desktop.ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  },
)

test('a Parley that is running already is shown instead of a second one', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-shared-'))
  const headless = spawn(process.execPath, [path.resolve('dist/server/main.js')], {
    env: { ...process.env, PARLEY_DATA_DIR: dataDir, PARLEY_PORT: '0', PARLEY_LOG: 'json' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const [line] = await once(headless.stdout.setEncoding('utf8'), 'data')
    const { url } = JSON.parse(String(line).split('\n')[0]!)

    await using desktop = await launchDesktop({ PARLEY_DATA_DIR: dataDir })
    await signedIn(desktop)
    expect(new URL(desktop.page.url()).origin).toBe(url)
    await expect.poll(() => serverPid(desktop)).toBeUndefined()
    expect(await secretOf(desktop)).not.toBe(await secretOf(desktop))

    await desktop.quit()
    expect(await answers(url)).toBe(true)
  } finally {
    headless.kill()
    await once(headless, 'exit')
    rmSync(dataDir, { recursive: true })
  }
})

inStandIn('a port that is taken is said in a sentence, and the app ends with 1', async () => {
  const stranger = createServer().listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  const { code, output } = await failToLaunch({ PARLEY_PORT: port })
  stranger.close()
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} is taken by another program.`)
})

inStandIn(
  'a setting that cannot be used is said in a sentence, and the app ends with 1',
  async () => {
    const { code, output } = await failToLaunch({ PARLEY_PORT: 'ninety' })
    expect(code).toBe(1)
    expect(output).toContain('[error box] Parley could not start: PARLEY_PORT is "ninety"')
  },
)

inStandIn(
  'damaged data is restored from the newest proven backup when a person says so',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-damaged-'))
    const dataDir = path.join(folder, 'data')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const server = await startServer(testConfig({ dataDir }))
    await testServer(server).call(createBackup)
    await server.stop()
    truncateSync(path.join(dataDir, 'parley.db'), 40_960)
    // The stand-in's dialogs are answered with their first button.
    await using desktop = await launchDesktop({ PARLEY_DATA_DIR: dataDir })
    await signedIn(desktop)
    expect(readdirSync(dataDir)).toContainEqual(expect.stringMatching(/^replaced-/))
  },
)

inStandIn('a bug of the main process drains the server and ends with 1', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  await desktop.evaluate(() => {
    setTimeout(() => {
      throw new Error('a bug')
    })
  })
  expect(await desktop.ended).toBe(1)
  expect(isAlive(pid)).toBe(false)
})
