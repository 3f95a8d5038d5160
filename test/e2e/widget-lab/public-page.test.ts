import type { Page } from 'playwright'
import { expect } from 'vitest'
import { type Bench, lab, SHOP } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'
import { countRequests, passTime, stopTime } from '../../support/lab-time.ts'

/** Console messages about a refused address, from the browser and from the widget. */
const REFUSED = /address space|CORS policy|net::ERR_|^Parley: /

/** Grants the visitor's browser access to its own machine, as a permission prompt would. */
async function grant(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  const permissions = ['loopbackNetwork'] as never
  const browserContextId = targetInfo.browserContextId!
  const { origin } = new URL(url)
  await devtools.send('Browser.grantPermissions', { permissions, origin, browserContextId })
}

/**
 * Opens a page, retrying once. With both flags below (treat a site as public and as secure), Chromium kills
 * about one page in a hundred for a "bad IPC message" before anything has loaded; with either flag alone it
 * did so in none of 390.
 */
const opening =
  (visit: Bench['visit']): Bench['visit'] =>
  (...where) =>
    visit(...where).catch((error: Error) => {
      if (!error.message.includes('Page crashed')) throw error
      return visit(...where)
    })

/** Opens a page whose requests to this machine are refused by the browser, with a clock under the test's control. */
async function refused(visit: Bench['visit'], url: string, machine: string) {
  let requests = { begun: 0, open: 0 }
  const guest = await opening(visit)(url, {
    noise: REFUSED,
    async before(page) {
      await stopTime(page)
      requests = countRequests(page, machine)
    },
  })
  return { guest, requests }
}

/** The only console message from the widget, which says what to do. */
const words = ({ noise }: Guest) => noise.filter(({ says }) => says.startsWith('Parley: '))

/** The website under a public host name. */
const publicly = (text: string) => text.replaceAll('localhost', SHOP)

lab(
  'A public page, and a Parley on this machine only',
  (row) => {
    const only = {
      only: 'Chromium',
      because: 'only Chromium asks before a public page may reach this machine',
    } as const
    /**
     * A proxy counts the requests that reach the machine; its port is not on the list of public ones, so it
     * is loopback.
     */
    const counting = async (bench: Bench) => bench.front(() => 'pass')

    row(
      'the self-hosted loader: fallback within 3 s, one console message, no request',
      async (bench) => {
        const { visit, site, copyTag, parley, note } = bench
        const front = await counting(bench)
        const tag = publicly(copyTag().replaceAll(parley, front.url))
        const url = publicly(site.page({ tag }))
        const { guest, requests } = await refused(visit, url, front.url)
        await guest.launcher.waitFor()
        const start = performance.now()
        await guest.launcher.click()
        await guest.page
          .getByText(/can’t reach|not available|leave a message/i)
          .first()
          .waitFor({ timeout: 3000 })
        note('fallback after', `${((performance.now() - start) / 1000).toFixed(1)} s`)
        await passTime(guest.page, 2000)
        await expect.poll(() => requests.open).toBe(0)
        expect(front.seen).toEqual([])
        expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
        expect(words(guest)).toHaveLength(1)
        expect(words(guest)[0]!.says).toMatch(/this machine/)
        expect(words(guest)[0]!.says).toMatch(/public|https/)
        const tries = guest.noise.filter(({ says }) => /address space|ERR_/.test(says))
        expect(tries.length).toBeLessThanOrEqual(2 * 3)
      },
      only,
    )

    row(
      'the tag points to this machine: the browser blocks it, and the page is unaffected',
      async (bench) => {
        const { visit, site, tag, parley } = bench
        const front = await counting(bench)
        const url = publicly(site.page({ tag: tag().replaceAll(parley, front.url) }))
        const { guest, requests } = await refused(visit, url, front.url)
        await guest.page.getByRole('heading', { name: 'Bakery' }).waitFor()
        await expect.poll(() => requests).toEqual({ begun: 1, open: 0 })
        await passTime(guest.page, 2000)
        expect(requests).toEqual({ begun: 1, open: 0 })
        expect(front.seen).toEqual([])
        expect(await guest.launchers()).toBe(0)
        expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
      },
      only,
    )

    row(
      'with the visitor’s permission it works',
      async (bench) => {
        const { visit, site, tag } = bench
        const url = publicly(site.page({ tag: tag() }))
        // Granted before the page opens, since reloading a page that is still loading may abort it.
        const guest = await opening(visit)(url, {
          before: (page) => grant(page, url),
          noise: /^Parley: /,
        })
        await guest.chats()
      },
      only,
    )
  },
  ({ site, parley }) => ({
    args: [
      `--host-resolver-rules=MAP ${SHOP} 127.0.0.1`,
      // Treated as https, without which the browser does not even prompt.
      `--unsafely-treat-insecure-origin-as-secure=http://${SHOP}:${site}`,
      `--ip-address-space-overrides=127.0.0.1:${site}=public,[::1]:${site}=public,127.0.0.1:${parley}=loopback`,
    ],
  }),
)
