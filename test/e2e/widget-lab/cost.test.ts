import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from 'playwright'
import { expect } from 'vitest'
import { DIST } from '../../../server/assets.ts'
import { atRest } from '../../support/axe.ts'
import { type Bench, lab } from '../../support/lab.ts'
import { countRequests, passTime, stopTime, untilIdle } from '../../support/lab-time.ts'
import { followLoads } from '../../support/loads.ts'

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
const bytes = (count: number) => `${count.toLocaleString('en')} B`

/** Duration above which a task counts as long, ms. */
const LONG_MS = 50
/** Number of steps that take a typical machine `LONG_MS` at a quarter of its speed. */
const YARDSTICK_STEPS = 2_500_000
/** Hover time before a click, ms. */
const HOVER_MS = 150

interface Cost {
  readonly requests: string[]
  readonly blocking: number
  /**
   * Blocking time measured against a limit scaled to this machine: the time it needs for `YARDSTICK_STEPS`,
   * at least `LONG_MS`.
   */
  readonly blockingForItsSpeed: number
  readonly script: number
  readonly shift: number
  readonly heap: number
  readonly bytes: number
}

/** Measures the cost of a page until it is idle, on a throttled processor. */
async function costOf({ visit, site }: Bench, tag: string, rate: number): Promise<Cost> {
  const requests: string[] = []
  const sizes: number[] = []
  let devtools: CDPSession | undefined
  const url = site.page({ tag })
  const { page, context } = await visit(url, {
    async before(opened) {
      devtools = await opened.context().newCDPSession(opened)
      await devtools.send('Performance.enable')
      await devtools.send('Network.enable')
      await devtools.send('Emulation.setCPUThrottlingRate', { rate })
      devtools.on('Network.loadingFinished', ({ encodedDataLength }) =>
        sizes.push(encodedDataLength),
      )
      opened.on('request', (request) => requests.push(request.url()))
      await opened.addInitScript(watch)
    },
  })
  if (tag) await page.locator('parley-chat').getByRole('button').first().waitFor()
  await untilIdle(page)
  const { metrics } = await devtools!.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)!.value
  const seen = await page.evaluate(
    () => (window as unknown as { lab: { long: number[]; shift: number } }).lab,
  )
  const yardstick = median(await page.evaluate(measureYardstick, YARDSTICK_STEPS))
  await context.close()
  const beyond = (limit: number) =>
    seen.long.reduce((sum, time) => sum + Math.max(0, time - limit), 0)
  return {
    requests: requests.filter((one) => one !== url && !one.endsWith('/favicon.ico')),
    blocking: beyond(LONG_MS),
    blockingForItsSpeed: beyond(Math.max(LONG_MS, yardstick)),
    script: metric('ScriptDuration') * 1000,
    shift: seen.shift,
    heap: metric('JSHeapUsedSize'),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const lab = { long: [] as number[], shift: 0, moved: [] as string[] }
  Object.assign(window, { lab })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) lab.long.push(entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { readonly node: Node | null }[]
    })[]) {
      if (!entry.hadRecentInput) lab.shift += entry.value
      // Nodes inside the chat are not named.
      for (const { node } of entry.sources) if (node) lab.moved.push(node.nodeName)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: times nine runs of a computation that takes a typical machine 50 ms at a quarter of its speed. */
function measureYardstick(steps: number): number[] {
  const times: number[] = []
  for (let count = 0; count < 9; count += 1) {
    const begun = performance.now()
    let sum = 0
    for (let step = 0; step < steps; step += 1) sum += Math.sqrt(step)
    if (sum > 0) times.push(performance.now() - begun)
  }
  return times
}

/** Runs in the page: true once the pointer has hovered over the launcher for `ms`. */
function hasHovered(ms: number): boolean {
  const { hoveredAt = Number.POSITIVE_INFINITY } = window as { hoveredAt?: number }
  return performance.now() - hoveredAt >= ms
}

/** Everything stored by this visitor's browser. */
async function stored(page: Page) {
  const { cookies, origins } = await page.context().storageState({ indexedDB: true })
  return { cookies, origins }
}

lab('What it costs a page', (row) => {
  const onlyBecause = (because: string) => ({ only: 'Chromium', because }) as const
  const shifts = onlyBecause('only Chromium reports layout shifts')

  row(
    'before a visitor shows interest: one request, no cookie, nothing stored, no layout shift',
    async (bench) => {
      const { visit, tag, site, note } = bench
      const { requests, shift, bytes: size } = await costOf(bench, tag(), 1)
      expect(requests).toHaveLength(1)
      expect(requests[0]).toMatch(/widget\.js$/)
      expect(shift).toBe(0)
      let asked = { begun: 0 }
      const guest = await visit(site.page({ tag: tag() }), {
        async before(page) {
          await stopTime(page)
          asked = countRequests(page, bench.parley)
        },
      })
      await guest.launcher.waitFor()
      await guest.page.mouse.move(200, 200)
      await guest.page.mouse.wheel(0, 400)
      await passTime(guest.page, 5000)
      expect(asked.begun).toBe(1)
      expect(await stored(guest.page)).toEqual({ cookies: [], origins: [] })
      note('requests', '1')
      note('cookies and storage', '0')
      note('layout shift', '0')
      note('transferred, the page itself included', bytes(size))
    },
    shifts,
  )

  row(
    'opening it sets no cookie and causes no layout shift',
    async (bench) => {
      const { visit, tag } = bench
      const guest = await visit({ tag: tag() }, { before: (page) => page.addInitScript(watch) })
      const seen = () =>
        guest.page.evaluate(
          () => (window as unknown as { lab: { shift: number; moved: string[] } }).lab,
        )
      await guest.opens()
      await atRest(guest.page)
      expect((await seen()).shift).toBe(0)
      await guest.asks()
      await guest.closes()
      expect((await stored(guest.page)).cookies).toEqual([])
      const { shift, moved } = await seen()
      bench.note('layout shift of a whole conversation, inside the chat', shift.toFixed(4))
      expect(moved).toEqual([])
      // Words wrap while an answer is written. This counts only from half a second after the question on, so a slow machine has more.
      expect(shift).toBeLessThan(0.05)
    },
    shifts,
  )

  for (const rate of [1, 4]) {
    row(
      `blocking time with the processor slowed ${rate} ×`,
      async (bench) => {
        const ours: Cost[] = []
        const bare: Cost[] = []
        for (let round = 0; round < 5; round += 1) {
          ours.push(await costOf(bench, bench.tag(), rate))
          if (round % 2 === 0) bare.push(await costOf(bench, '', rate))
        }
        const of = (costs: Cost[], key: 'blocking' | 'script' | 'heap') =>
          median(costs.map((cost) => cost[key]))
        bench.note(`blocking time, ${rate} ×`, ms(of(ours, 'blocking')))
        bench.note(`script, ${rate} ×`, ms(of(ours, 'script') - of(bare, 'script')))
        bench.note(
          `JavaScript heap, ${rate} ×`,
          `${(of(ours, 'heap') / 1e6).toFixed(1)} MB, an empty page ${(of(bare, 'heap') / 1e6).toFixed(1)} MB`,
        )
        // Other load on the machine blocks a page too, but the widget's own cost recurs in every run.
        const own = ours.map(({ blockingForItsSpeed }) => blockingForItsSpeed)
        expect(Math.min(...own)).toBe(0)
      },
      onlyBecause('only Chromium slows its processor down and reports long tasks'),
    )
  }

  row(
    'transfer size, compressed by the server',
    async ({ visit, tag, note }) => {
      const sizes = new Map<string, number>()
      const guest = await visit(
        { tag: tag() },
        {
          before: (page) =>
            followLoads(page, (url, bytes) => {
              if (/\.js(\?|$)/.test(url)) sizes.set(url, bytes)
            }),
        },
      )
      await guest.launcher.waitFor()
      await guest.page.evaluate(() => {
        const files = () => performance.getEntriesByType('resource').map(({ name }) => name)
        const root = document.querySelector('parley-chat')!.shadowRoot!
        const listener = ({ target }: Event) => {
          if ((target as Element).localName !== 'textarea') return
          root.removeEventListener('focusin', listener, true)
          Object.assign(window, { needed: files() })
        }
        root.addEventListener('focusin', listener, true)
      })
      await guest.opens()
      await guest.page.waitForFunction(() => 'needed' in window)
      const needed = await guest.page.evaluate(
        () => (window as unknown as { needed: string[] }).needed,
      )
      const sum = (values: Iterable<number>) =>
        [...values].reduce((total, value) => total + value, 0)
      const weigh = (url: string) =>
        gzipSync(readFileSync(path.join(DIST, 'widget', path.basename(new URL(url).pathname))), {
          level: 9,
        }).length
      // This button comes with the later files, whose sizes the browser reports a moment after the page has them.
      await guest.chat.getByRole('button', { name: 'More' }).waitFor()
      const fetched = await guest.page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      )
      const scripts = fetched.filter((url) => url.endsWith('.js'))
      await expect.poll(() => scripts.filter((url) => !sizes.has(url))).toEqual([])
      const later = scripts.filter((url) => !needed.includes(url))
      const launcher = [...sizes.keys()].find((url) => url.endsWith('/widget.js'))!
      const files = [...sizes.keys()].filter((url) => needed.includes(url))
      const [alone, all] = [weigh(launcher), sum(files.map(weigh))]
      const wire = sum(files.map((url) => sizes.get(url)!))
      note('before the launcher shows, gzip', bytes(alone))
      note('until a chat can be used, gzip', bytes(all))
      note('on the wire with headers, launcher', bytes(sizes.get(launcher)!))
      note('on the wire with headers, until then', bytes(wire))
      const rest = sum(later.map(weigh))
      note('fetched afterwards, gzip', bytes(rest))
      expect(alone).toBeLessThanOrEqual(2048)
      expect(all).toBeLessThanOrEqual(20_000)
      expect(rest).toBeLessThanOrEqual(14_000)
      expect(sizes.get(launcher)!).toBeLessThan(alone + 1000)
      expect(wire).toBeLessThan(all + 3000)
    },
    onlyBecause('only Chromium reports the bytes on the wire'),
  )

  for (const [how, hovers] of [
    ['without hover (a tap)', false],
    [`after a hover of ${HOVER_MS} ms`, true],
  ] as const) {
    row(`from click to typing, ${how}`, async ({ visit, tag, note }) => {
      const times: number[] = []
      for (let round = 0; round < 7; round += 1) {
        const { page, launcher, context } = await visit({ tag: tag() })
        await launcher.waitFor()
        await page.evaluate(() => {
          let start = 0
          const hover = ({ timeStamp }: Event) => Object.assign(window, { hoveredAt: timeStamp })
          addEventListener('pointerover', hover, { capture: true, once: true })
          addEventListener('click', () => void (start = performance.now()), true)
          const root = document.querySelector('parley-chat')!.shadowRoot!
          root.addEventListener(
            'focusin',
            ({ target }) => {
              if ((target as Element).localName !== 'textarea') return
              Object.assign(window, { took: performance.now() - start })
            },
            true,
          )
        })
        if (hovers) {
          await launcher.hover()
          await page.waitForFunction(hasHovered, HOVER_MS)
          await launcher.click()
        } else await launcher.dispatchEvent('click')
        await expect
          .poll(() => page.evaluate(() => (window as unknown as { took?: number }).took ?? 0))
          .toBeGreaterThan(0)
        times.push(await page.evaluate(() => (window as unknown as { took: number }).took))
        await context.close()
      }
      note(`p50, ${how}`, ms(median(times)))
      expect(median(times)).toBeLessThan(hovers ? 150 : 600)
    })
  }
})
