import type { Page } from 'playwright'
import { expect } from 'vitest'
import { type Bench, type Launch, lab, SHOP } from '../../support/lab.ts'
import type { Guest } from '../../support/lab-guest.ts'

/** What the browser itself says about a refused address. */
const REFUSED = /address space|CORS policy|net::ERR_|^Parley: /

/** Lets the visitor's browser reach its own machine, as after a prompt. */
async function grant(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  const permissions = ['loopbackNetwork'] as never
  const browserContextId = targetInfo.browserContextId!
  const { origin } = new URL(url)
  await devtools.send('Browser.grantPermissions', { permissions, origin, browserContextId })
}

/** The one line of ours in the console, which says what to do. */
const words = ({ noise }: Guest) => noise.filter(({ says }) => says.startsWith('Parley: '))

/** The website under a public name. */
const publicly = (text: string) => text.replaceAll('localhost', SHOP)

/** Where the machine, and where the public internet is, as the browser is told. */
const launch: Launch = ({ site, parley }) => ({
  args: [
    `--host-resolver-rules=MAP ${SHOP} 127.0.0.1`,
    // As if it had https, without which nobody is even asked.
    `--unsafely-treat-insecure-origin-as-secure=http://${SHOP}:${site}`,
    `--ip-address-space-overrides=127.0.0.1:${site}=public,[::1]:${site}=public,127.0.0.1:${parley}=loopback`,
  ],
})

/**
 * A row in a Chromium of its own: one that is told where its networks are now and then ends the process of a second page ("bad IPC
 * message"), whatever is in it.
 */
const alone = (title: string, run: (bench: Bench) => Promise<void>) =>
  lab(
    'A public page, and a Parley on this machine only',
    (row) => row(title, run, { only: 'Chromium' }),
    launch,
  )

/** A front counts what reaches the machine; it is in no list of public ports, so loopback. */
const counting = async (bench: Bench) => bench.front(() => 'pass')

alone(
  'the loader on the page’s own site: fallback within 3 s, one line in the console, no request',
  async (bench) => {
    const { visit, site, copyTag, parley, note } = bench
    const front = await counting(bench)
    const tag = publicly(copyTag().replaceAll(parley, front.url))
    const guest = await visit(publicly(site.page({ tag })), { noise: REFUSED })
    await guest.launcher.waitFor()
    const start = performance.now()
    await guest.launcher.click()
    await guest.page
      .getByText(/can’t reach|not available|leave a message/i)
      .first()
      .waitFor({ timeout: 3000 })
    note('fallback after', `${((performance.now() - start) / 1000).toFixed(1)} s`)
    await guest.page.waitForTimeout(2000)
    expect(front.seen).toEqual([])
    expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
    expect(words(guest)).toHaveLength(1)
    expect(words(guest)[0]!.says).toMatch(/this machine/)
    expect(words(guest)[0]!.says).toMatch(/public|https/)
    const tries = guest.noise.filter(({ says }) => /address space|ERR_/.test(says))
    expect(tries.length).toBeLessThanOrEqual(2 * 3)
  },
)

alone('the tag names this machine: the browser blocks it, the page is untouched', async (bench) => {
  const { visit, site, tag, parley } = bench
  const front = await counting(bench)
  const url = site.page({ tag: tag().replaceAll(parley, front.url) })
  const guest = await visit(publicly(url), { noise: REFUSED })
  await guest.page.getByRole('heading', { name: 'Bakery' }).waitFor()
  await guest.page.waitForTimeout(800)
  expect(front.seen).toEqual([])
  expect(await guest.launchers()).toBe(0)
  expect(guest.noise.filter(({ from }) => from === 'page error')).toEqual([])
})

alone('with the visitor’s permission it works', async (bench) => {
  const { visit, site, tag } = bench
  const url = publicly(site.page({ tag: tag() }))
  // Allowed before the page opens: to reload a page that still loads may abort it.
  const guest = await visit(url, { before: (page) => grant(page, url), noise: /^Parley: / })
  await guest.chats()
})
