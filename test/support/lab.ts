import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { startServer as start } from '../../server/start.ts'
import { createdAssistant } from './assistants.ts'
import type { Driver } from './engines/driver.ts'
import { drivenVisit } from './lab-driven.ts'
import { ENGINES, type Engine } from './lab-engines.ts'
import { type Guest, guestOn } from './lab-guest.ts'
import {
  type Behaviour,
  forward,
  type Site,
  type SitePage,
  startFront,
  startSite,
} from './lab-site.ts'
import { freePort } from './life.ts'
import { testConfig, testServer } from './server.ts'

/*
 * The hostile-page lab: each row is something that websites do to a widget, and a test in every installed
 * engine; it is reported as skipped in the others. `npm run lab` records the results.
 */

/** Folder for screenshots; none are taken when it is unset. */
const PICTURES = process.env['PARLEY_LAB_PICTURES']

/** The website's other host name, for browsers that are configured to resolve it. */
export const SHOP = 'shop.example.com'

export interface Visit {
  readonly context?: BrowserContextOptions
  /** Prepares the page before it is opened. */
  before?(page: Page): Promise<unknown>
  /** Console messages that this row itself provokes. */
  readonly noise?: RegExp
}

/** The tools of a row. */
export interface Bench {
  readonly browser: Browser
  /** The address of Parley, and a website that may embed its assistants. */
  readonly parley: string
  readonly site: Site
  /** The typed client as Parley's owner. */
  readonly call: Call
  /** The ids of two assistants. */
  readonly assistant: string
  readonly second: string
  readonly pinned: { readonly url: string; readonly integrity: string }
  /** The tag of the first assistant, with additional attributes and another server. */
  tag(more?: string, server?: string): string
  /** The tag with the widget's files served by the website itself. */
  copyTag(more?: string): string
  /** A misbehaving proxy in front of Parley. */
  front(behave: Behaviour): ReturnType<typeof startFront>
  /** Opens a page of the website, or an address, as a user. */
  visit(page: SitePage | string, visit?: Visit): Promise<Guest>
  /** Records a measured figure. */
  note(what: string, figure: string): void
  /** Skips the row as not run when the browser cannot do what it needs. */
  skipUnless(can: boolean): void
  picture(page: Page, name: string): Promise<void>
}

type Run = (bench: Bench) => Promise<void>

/** Adds a row; one with `only` is for the named engines. */
export type AddRow = (
  title: string,
  run: Run,
  options?: { readonly only?: Engine['name']; readonly concurrent?: boolean },
) => void

/** Builds the browser's launch options once the ports of the website and of Parley are known. */
export type Launch = (ports: { readonly site: string; readonly parley: string }) => LaunchOptions

interface House {
  /** Undefined when Playwright has no such browser; then `driver` is one without it. */
  readonly browser: Browser | undefined
  readonly driver: Driver | undefined
  readonly bench: Omit<Bench, 'front' | 'visit' | 'note' | 'skipUnless' | 'picture' | 'browser'>
  close(): Promise<void>
}

/** Rows on one theme, each in every engine that Playwright drives. */
export function lab(theme: string, rows: (row: AddRow) => void, launch?: Launch): void {
  addTheme(theme, rows, false, launch)
}

/** Rows on one theme, each in every installed engine, with or without Playwright. */
export function labEverywhere(theme: string, rows: (row: AddRow) => void): void {
  addTheme(theme, rows, true)
}

function addTheme(
  theme: string,
  rows: (row: AddRow) => void,
  isDriven: boolean,
  launch?: Launch,
): void {
  for (const engine of ENGINES) {
    describe.skipIf(!engine.launch && !(isDriven && engine.drive))(
      `${theme} · ${engine.name}`,
      () => {
        let house: House
        beforeAll(async () => {
          house = await build(engine, launch)
        })
        afterAll(() => house?.close())

        rows((title, run, { only = engine.name, concurrent = false } = {}) => {
          const add = only === engine.name ? test : test.skip
          const body = (context: TestContext) => withBench(house, context, run)
          // A driven browser has a single page.
          if (concurrent && engine.launch) add.concurrent(title, { timeout: 60_000 }, body)
          else add(title, body)
        })
      },
    )
  }
}

/** A Parley with two assistants, a website that may embed them, and a browser. */
async function build(engine: Engine, launch?: Launch): Promise<House> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-lab-'))
  const [port, site] = await Promise.all([freePort(), startSite()])
  // A server with a public address makes no exceptions for local pages.
  const publicUrl = `http://127.0.0.1:${port}`
  const own = launch?.({ site: new URL(site.origin).port, parley: String(port) })
  const [browser, driver, running] = await Promise.all([
    own ? engine.launch!(own) : engine.shared?.(),
    engine.drive?.(),
    start({ ...testConfig({ port, publicUrl }), dataDir }),
  ])
  const server = testServer(running)
  const other = await createdAssistant(server, { name: 'Bakery', initial_message: 'Good morning!' })
  await server.call(activateAssistant, { params: { id: other } })
  for (const id of [1, other]) {
    const names = ['localhost', SHOP]
    const body = { allowed_origins: names.map((name) => site.origin.replace('localhost', name)) }
    await server.call(updateEmbedding, { params: { id }, body })
  }
  const [first, second] = await Promise.all(
    [1, other].map((id) => server.call(getEmbedding, { params: { id } })),
  )
  const copy = site.at('/parley', (req, res) =>
    forward(publicUrl, `127.0.0.1:${port}`, req, res, req.url!.slice('/parley'.length)),
  )
  const assistant = first!.uuid

  return {
    browser,
    driver,
    bench: {
      parley: publicUrl,
      site,
      call: server.call,
      assistant,
      second: second!.uuid,
      pinned: first!.pinned!,
      tag: (more = '', from = publicUrl) =>
        `<script src="${from}/widget.js" data-assistant="${assistant}" async ${more}></script>`,
      copyTag: (more = '') =>
        `<script src="${copy}/widget.js" data-assistant="${assistant}" data-server="${publicUrl}" async ${more}></script>`,
    },
    async close() {
      if (launch) await browser?.close()
      await driver?.close()
      site.close()
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function withBench(house: House, context: TestContext, run: Run): Promise<void> {
  const { browser, driver, bench } = house
  const ends: (() => unknown)[] = []
  const guests: { readonly guest: Guest; readonly noise: RegExp | undefined }[] = []
  /** Unexpected messages of the pages. */
  const heard = () =>
    guests.flatMap(({ guest, noise }) => guest.noise.filter(({ says }) => !noise?.test(says)))
  const figures: [string, string][] = []
  const meta = context.task.meta as { figures?: typeof figures }
  meta.figures = figures
  try {
    await run({
      ...bench,
      get browser() {
        return browser ?? context.skip()
      },
      async front(behave) {
        const front = await startFront(bench.parley, behave)
        ends.push(front.close)
        return front
      },
      async visit(target, visit = {}) {
        if (driver) return drivenVisit(driver, bench.site, context)(target, visit)
        const { context: options, before, noise } = visit
        const person = await browser!.newContext({ locale: 'en-GB', ...options })
        ends.push(() => person.close())
        person.setDefaultTimeout(8000)
        const page = await person.newPage()
        const guest = guestOn(page, person)
        guests.push({ guest, noise })
        await before?.(page)
        const at = typeof target === 'string' ? target : bench.site.page(target)
        await page.goto(at, { waitUntil: 'domcontentloaded' })
        return guest
      },
      skipUnless(can) {
        if (!can) context.skip()
      },
      note: (what, figure) => void figures.push([what, figure]),
      picture,
    })
    expect(heard()).toEqual([])
  } catch (error) {
    const said = heard().map(({ says }) => says)
    if (said.length > 0 && error instanceof Error)
      error.message += `\nThe page said: ${said.join(' | ')}`
    throw error
  } finally {
    await Promise.allSettled(ends.map((end) => end()))
  }
}

/** WebP is a fifth the size of a PNG, and only Chromium's own protocol produces it. */
async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES || page.context().browser()?.browserType().name() !== 'chromium') return
  mkdirSync(PICTURES, { recursive: true })
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  writeFileSync(path.join(PICTURES, `${name}.webp`), Buffer.from(data, 'base64'))
  await devtools.detach()
}
