import type { Page } from 'playwright'
import { expect, test, vi } from 'vitest'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { type Desktop, launchDesktop } from './launch.ts'
import { isAlive, serverPid, signedIn } from './probes.ts'

/** Waits until the page receives live events, without which it cannot notice that the server has gone. */
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

/**
 * Waits until everything is loaded: the palette comes last, once a screen is shown, and a page that lacks a
 * script reloads.
 */
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

test('after a crash the server restarts at the same address, and the window is told', async () => {
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
  'a hung server is killed and restarts at the same address',
  async () => {
    await using desktop = await launchDesktop({ STANDIN_HURRY: '5' })
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

test('the window reports a server that keeps crashing until it is back', async () => {
  await using desktop = await launchDesktop()
  await signedIn(desktop)
  await followed(desktop)
  const banner = desktop.page.getByRole('status').filter({ hasText: 'Can’t reach Parley' })

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

test('a page that lost the server while loading is reloaded', async () => {
  await using desktop = await launchDesktop()
  const { page } = desktop
  await signedIn(desktop)
  const pid = (await serverPid(desktop))!
  // The page itself has arrived, but not its scripts.
  await page.route(/\.js$/, async (route) => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL')
    await route.fallback()
  })
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await signedIn(desktop)
})
