import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright'
import { findBrowser } from '../../scripts/find-browser.ts'
import { ensureParents } from '../../scripts/seed/parents.ts'
import { PEOPLE, TALK } from '../../scripts/seed/words.ts'
import { readConfig } from '../../server/config.ts'
import { createClient } from '../../server/contracts/client.ts'
import { createSignInLink } from '../../server/contracts/sessions.ts'
import { readRunning } from '../../server/db/lock.ts'
import { createChance } from '../../server/features/demo/chance.ts'
import { startServer } from '../../server/start.ts'
import { median, quantile, serve } from './process.ts'
import type { Report, Row } from './report.ts'

/*
 * The inbox with 10,000 open conversations, all loaded, in Chromium at a quarter of its speed: the time from
 * an interaction to the next paint, and the memory left by a thousand opened threads.
 */

const CONVERSATIONS = 10_000
const SLOWDOWN = 4
const KEY = '1|key-of-the-bench'

interface Places {
  readonly folder: string
  readonly server: readonly string[]
  readonly report: Report
}

/** Runs the whole part. */
export async function inbox({ folder, server, report }: Places): Promise<void> {
  const dataDir = path.join(folder, 'inbox')
  mkdirSync(dataDir)
  await seed(dataDir)
  const served = await serve(server, env(dataDir))
  const { executablePath, env: browserEnv } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...browserEnv },
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
    const { control } = readRunning(dataDir)!
    const link = await createClient({ origin: served.url })(createSignInLink, { body: { control } })
    await page.addInitScript(watchInteractions)
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${served.url}/app/inbox`)
    await loadAll(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    report('interaction to next paint, ms p50 / worst (≤ 100)', await interactions(page))
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    report('memory over opened threads, MB after collecting', await memory(page, session))
  } finally {
    await browser.close()
    await served.stop()
  }
}

const env = (dataDir: string) => ({
  PARLEY_PORT: '0',
  PARLEY_DATA_DIR: dataDir,
  PARLEY_LIMITS_SCALE: '1000000',
  PARLEY_API_KEY: KEY,
})

async function seed(dataDir: string): Promise<void> {
  await using server = await startServer(readConfig({ ...env(dataDir), PARLEY_LOG: 'silent' }))
  const { context } = server
  const { db } = context
  const chance = createChance(3)
  const { userId, assistantIds } = await context.write((tx) => ensureParents(tx, context))
  db.exec('UPDATE assistants SET conversation_inactivity_timeout = 100000000')
  const visitor = db
    .prepare<unknown[], number>(`
      INSERT INTO visitors (uuid, user_id, assistant_id, name, created_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, ?) RETURNING id
    `)
    .pluck()
  const conversation = db
    .prepare<unknown[], number>(`
      INSERT INTO conversations (uuid, user_id, assistant_id, visitor_id, type, message_count, unread_count, created_at, updated_at)
      VALUES (?, ?, ?, ?, 'widget', ?, ?, ?, ?) RETURNING id
    `)
    .pluck()
  const message = db.prepare<unknown[]>(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, ?, '', ?, 'complete', ?)
  `)
  db.transaction(() => {
    for (let index = 0; index < CONVERSATIONS; index += 1) {
      const at = context.now().getTime() - index * 60_000
      const assistant = chance.pick(assistantIds)
      const count = 2 + chance.below(10)
      const who = visitor.get(randomUUID(), userId, assistant, chance.pick(PEOPLE), at, at)
      const id = conversation.get(
        randomUUID(),
        userId,
        assistant,
        who,
        count,
        chance.below(3),
        at,
        at,
      )
      for (let seq = 1; seq <= count; seq += 1) {
        const [question, answer] = chance.pick(TALK)
        message.run(
          id,
          seq,
          seq % 2 === 1 ? 'visitor' : 'assistant',
          seq % 2 === 1 ? question : answer,
          at,
        )
      }
    }
  })()
}

/** Records the longest duration of every interaction with the page, as reported by the browser. */
function watchInteractions(): void {
  const all = new Map<number, number>()
  Object.assign(globalThis, { interactions: all })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0)
        all.set(entry.interactionId, Math.max(all.get(entry.interactionId) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

const list = '.list-rows .virtual-list'

/** Scrolls down until every conversation is loaded. */
async function loadAll(page: Page): Promise<void> {
  await page.locator(`${list} .row`).first().waitFor()
  for (;;) {
    const size = await page.evaluate(async (selector) => {
      const scroller = document.querySelector(selector)!
      scroller.scrollTop = scroller.scrollHeight
      await new Promise((resolve) => setTimeout(resolve, 30))
      return Number(
        document.querySelector(`${selector} [aria-setsize]`)?.getAttribute('aria-setsize'),
      )
    }, list)
    if (size >= CONVERSATIONS) break
  }
  await page.evaluate((selector) => document.querySelector(selector)!.scrollTo({ top: 0 }), list)
  await page.waitForTimeout(500)
}

type Interactions = { readonly interactions: Map<number, number> }

/** Durations of the actions; one too quick to be reported counts as 16 ms. */
async function timed(
  page: Page,
  times: number,
  act: (index: number) => Promise<void>,
): Promise<number[]> {
  await page.evaluate(() => (globalThis as unknown as Interactions).interactions.clear())
  for (let index = 0; index < times; index += 1) {
    await act(index)
    await page.waitForTimeout(700)
  }
  const found = await page.evaluate(() => [
    ...(globalThis as unknown as Interactions).interactions.values(),
  ])
  return [...found, ...Array.from({ length: Math.max(0, times - found.length) }, () => 16)]
}

async function interactions(page: Page): Promise<Row[]> {
  const rows: Row[] = []
  const all: number[] = []
  const note = (name: string, times: readonly number[]) => {
    all.push(...times)
    rows.push([
      name,
      `${median(times).toFixed(0)} / ${Math.max(...times).toFixed(0)}   (${times.length})`,
    ])
  }
  const row = (index: number) => page.locator(`${list} .row`).nth(index)
  note('open a conversation', await timed(page, 8, (index) => row(index).click()))
  note('next conversation (j)', await timed(page, 20, () => page.keyboard.press('j')))
  note('select one (x)', await timed(page, 8, () => page.keyboard.press('x')))
  await page.keyboard.press('Escape')
  note(
    'select all that match (Ctrl+A)',
    await timed(page, 3, async () => {
      await page.keyboard.press('ControlOrMeta+a')
      await page.waitForTimeout(300)
      await page.locator('.inbox-bulk .icon-button').first().click()
    }),
  )
  await page.locator('.list-pane input[type=search]').click()
  note(
    'a key in the search',
    await timed(page, 14, (index) => page.keyboard.press('change my app t'[index]!)),
  )
  await page.locator('.search-clear').click()
  await page.waitForTimeout(800)
  note(
    'switch the view',
    await timed(page, 14, (index) =>
      page
        .locator('.views .view')
        .nth((index + 1) % 7)
        .click(),
    ),
  )
  rows.push(['all of them, p95', `${quantile(all, 0.95).toFixed(0)}   (${all.length})`])
  return rows
}

/** Opens a thousand threads one after another; each must leave nothing behind. */
async function memory(page: Page, session: CDPSession): Promise<Row[]> {
  await page.locator('.views .view').first().click()
  await page.waitForTimeout(1000)
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  const open = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      await page.keyboard.press('j')
      await page.locator('.thread-pane .message, .thread-pane [role=log]').first().waitFor()
      await page.waitForTimeout(40)
    }
    await page.waitForTimeout(1000)
    return used()
  }
  const [hundred, thousand] = [await open(100), await open(900)]
  return [
    ['after 100', hundred.toFixed(1)],
    ['after 1,000', thousand.toFixed(1)],
    ['ratio (≤ 1.2)', (thousand / hundred).toFixed(2)],
  ]
}
