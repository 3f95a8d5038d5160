import type { Page } from 'playwright'
import { expect } from 'vitest'
import { lab, type Visit } from '../../support/lab.ts'
import { behind, isApi, isChat, NETWORK, seconds, slowly } from '../../support/lab-ill.ts'
import { until } from '../../support/waiting.ts'

const concurrent = { concurrent: true }

/** Slows a page down by Chromium's own protocol. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: rate,
    uploadThroughput: rate,
  })
}

lab('A network that is slow or breaks', (row) => {
  row(
    'the widget’s first file takes 8 s: the page does not wait',
    async (bench) => {
      const { guest } = await behind(
        bench,
        slowly(bench, (path) => path.endsWith('widget.js'), 8000),
      )
      const loaded = await guest.page.evaluate(() => performance.now())
      expect(loaded).toBeLessThan(3000)
      await guest.launcher.waitFor({ timeout: 12_000 })
      await guest.chats()
    },
    concurrent,
  )

  row(
    'the chat’s file takes 8 s: the launcher shows that it is loading, and one click is enough',
    async (bench) => {
      const { guest } = await behind(bench, slowly(bench, isChat, 8000))
      await guest.launcher.click()
      // The bubble is dotted until the chat has loaded.
      const drawnIn = () =>
        guest.launcher.evaluate((button) => getComputedStyle(button, '::before').borderTopStyle)
      await expect.poll(drawnIn).toBe('dotted')
      await expect.poll(() => guest.launcher.getAttribute('aria-expanded')).toBe('true')
      await guest.field.waitFor({ timeout: 12_000 })
      await guest.hasFocus(guest.field)
      await guest.asks()
    },
    concurrent,
  )

  row(
    'every API request takes 4 s: text typed meanwhile is kept and sent',
    async (bench) => {
      const isSlow = (path: string, method: string) => isApi(path) && method !== 'OPTIONS'
      const { guest } = await behind(bench, slowly(bench, isSlow, 4000))
      await guest.launcher.click()
      await guest.field.waitFor({ timeout: 12_000 })
      await guest.field.fill('What does Parley cost?')
      await guest.field.press('Enter')
      await guest.log.getByText(/free/i).first().waitFor({ timeout: 40_000 })
    },
    concurrent,
  )

  row(
    'the stream is cut every second: nothing is lost or shown twice',
    async (bench) => {
      const { guest, front } = await behind(bench, (path, req) => {
        if (/stream/.test(path)) setTimeout(() => req.socket.destroy(), 1000)
        return 'pass'
      })
      guest.context.setDefaultTimeout(20_000)
      await guest.opens()
      await guest.asks()
      const cuts = () => front.seen.filter((request) => /stream/.test(request)).length
      await until(async () => cuts() > 3, 20_000)
      await guest.asks('Which licence does Parley have?', /MIT/)
      const log = (await guest.log.textContent())!
      expect(log.split('Which licence does Parley have?')).toHaveLength(2)
    },
    concurrent,
  )

  row(
    'offline and back online: reported within 5 s, and the typed text is sent',
    async ({ visit, tag, engine, proxy }) => {
      // WebDriver cannot take a browser offline, but its proxy can be cut off.
      const cable = engine === 'WebKit' ? await proxy() : undefined
      const context = cable && { proxy: { server: cable.url } }
      const guest = await visit({ tag: tag() }, { noise: NETWORK, ...(context && { context }) })
      await guest.opens()
      await guest.asks()
      const network = cable ?? guest.context
      await network.setOffline(true)
      await guest.field.fill('Which licence does Parley have?')
      await guest.field.press('Enter')
      await guest.chat
        .getByText(/not up to date/i)
        .first()
        .waitFor({ timeout: 5000 })
      await network.setOffline(false)
      await guest.log.getByText(/MIT/).first().waitFor({ timeout: 15_000 })
    },
    concurrent,
  )

  row('3G (400 kbit/s, 400 ms)', async ({ visit, tag, note, engine, proxy }) => {
    const rate = (400 * 1024) / 8
    const slow: Visit =
      engine === 'Chromium'
        ? { before: (page) => slowDown(page, rate) }
        : { context: { proxy: { server: (await proxy({ rate, latency: 400 })).url } } }
    const guest = await visit({ tag: tag() }, slow)
    await guest.launcher.waitFor({ timeout: 5000 })
    const shown = await guest.page.evaluate(() => performance.now())
    note('3G: launcher there, since the page began', seconds(shown))
    const start = performance.now()
    await guest.launcher.click()
    await guest.hasFocus(guest.field)
    const opened = performance.now() - start
    note('3G: opened, without a hover before', seconds(opened))
    expect(opened).toBeLessThan(4000)
    await guest.asks()
  })
})
