import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContextOptions, LaunchOptions, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import { checkSite, type SiteFindingCode } from '#contracts/site-checks.ts'
import { startServer as start } from '../../server/start.ts'
import { createdAssistant } from './assistants.ts'
import { ENGINES, type Engine, systemOf } from './lab-engines.ts'
import { type Guest, guestOn } from './lab-guest.ts'
import { type ProxyOptions, startProxy } from './lab-proxy.ts'
import {
  type Behaviour,
  forward,
  type Site,
  type SitePage,
  startFront,
  startSite,
} from './lab-site.ts'
import { freePort } from './life.ts'
import { allowing, testConfig, testServer } from './server.ts'

/*
 * The hostile-page lab: each row is something that websites do to a widget, and a test in every installed
 * engine; it is reported as skipped in the others. `npm run lab` records the results.
 */

/** Folder for screenshots, set by `npm run lab`; none are taken when it is unset. */
const PICTURES = process.env['PARLEY_LAB_PICTURES']

/** Of each theme's rows, every nth runs in the engines besides Chromium; `npm run lab` runs all of them. */
const EVERY_NTH = PICTURES ? 1 : 12

/** Time limit of a row, ms; a row in an engine that is driven through a translator takes about twice as long. */
const TIMEOUT_MS = 60_000

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
  readonly engine: Engine['name']
  /** False where the browser does not pass on what a page logs. */
  readonly hearsConsole: boolean
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
  /** A proxy for a guest's browser, where its own protocol does less with the network. */
  proxy(options?: ProxyOptions): ReturnType<typeof startProxy>
  /** Opens a page of the website, or an address, as a user. */
  visit(page: SitePage | string, visit?: Visit): Promise<Guest>
  /** Records a measured figure. */
  note(what: string, figure: string): void
  /** Skips the row as not run when the browser cannot do what it needs, and says why. */
  skipUnless(can: boolean, because: string): void
  picture(page: Page, name: string): Promise<void>
}

type Run = (bench: Bench) => Promise<void>

interface RowOptions {
  /** The only engine that can run it, and the reason. */
  readonly only?: Engine['name']
  readonly because?: string
  readonly concurrent?: boolean
  /** Findings of the site check for the row’s pages, in a theme whose pages it reads. */
  readonly found?: readonly SiteFindingCode[]
}

/** Adds a row. */
export type AddRow = (title: string, run: Run, options?: RowOptions) => void

/** Builds the browser's launch options once the ports of the website and of Parley are known. */
export type Launch = (ports: { readonly site: string; readonly parley: string }) => LaunchOptions

interface House {
  readonly engine: Engine
  readonly browser: Browser
  readonly bench: Pick<
    Bench,
    'parley' | 'site' | 'call' | 'assistant' | 'second' | 'pinned' | 'tag' | 'copyTag'
  >
  close(): Promise<void>
}

/** Rows on one theme, each in every installed engine. */
export function lab(
  theme: string,
  rows: (row: AddRow) => void,
  launch?: Launch,
  isChecked = false,
): void {
  for (const engine of ENGINES) {
    describe.skipIf(!engine.launch)(`${theme} · ${engine.name}`, () => {
      const isMain = engine.name === 'Chromium'
      const timeout = isMain ? TIMEOUT_MS : 2 * TIMEOUT_MS
      let house: House
      let count = 0
      beforeAll(async () => {
        house = await build(engine, launch)
      })
      afterAll(() => house?.close())

      rows((title, run, options = {}) => {
        const { only = engine.name, because = '', concurrent = false, found = [] } = options
        const isChosen = count % EVERY_NTH === 0 && (only === engine.name || EVERY_NTH === 1)
        const add = isMain || isChosen ? test : test.skip
        count += 1
        const body = (context: TestContext) => {
          if (only !== engine.name) notRun(context, because)
          return withBench(house, context, isMain && isChecked ? checking(run, found) : run)
        }
        // In the other engines, only the window in the foreground has the focus.
        if (concurrent && isMain) add.concurrent(title, { timeout }, body)
        else add(title, { timeout }, body)
      })
    })
  }
}

/** Rows whose pages the site check reads, too, and in which it must find what the rows say and nothing else. */
export const checkedLab: typeof lab = (theme, rows, launch) => lab(theme, rows, launch, true)

/** A row after which the site check reads the pages that it visited. */
function checking(run: Run, found: readonly SiteFindingCode[]): Run {
  return async (bench) => {
    const pages: string[] = []
    await run({
      ...bench,
      visit(target, visit) {
        const url = typeof target === 'string' ? target : bench.site.page(target)
        if (typeof target !== 'string') pages.push(url)
        return bench.visit(url, visit)
      },
    })
    const codes = new Set<SiteFindingCode>()
    for (const url of pages) {
      const { data } = await bench.call(checkSite, { params: { id: 1 }, body: { url } })
      for (const { code } of data.findings) codes.add(code)
    }
    expect([...codes].sort(), 'found by the site check').toEqual(found)
  }
}

/** Skips a row; its reason is a part of the lab's page. */
function notRun(context: TestContext, because: string): never {
  Object.assign(context.task.meta, { because })
  return context.skip(because)
}

/** A Parley with two assistants, a website that may embed them, and a browser. */
async function build(engine: Engine, launch?: Launch): Promise<House> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-lab-'))
  const site = await startSite()
  // After the website, which could otherwise be given the same port.
  const port = await freePort()
  // A server with a public address makes no exceptions for local pages.
  const publicUrl = `http://127.0.0.1:${port}`
  const own = launch?.({ site: new URL(site.origin).port, parley: String(port) })
  const [browser, running] = await Promise.all([
    own ? engine.launch!(own) : engine.shared!(),
    start({ ...testConfig({ port, publicUrl, ...allowing(new URL(site.origin).host) }), dataDir }),
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
    engine,
    browser,
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
      if (launch) await browser.close()
      site.close()
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function withBench(house: House, context: TestContext, run: Run): Promise<void> {
  const { browser, engine, bench } = house
  const ends: (() => unknown)[] = []
  const guests: { readonly guest: Guest; readonly noise: RegExp | undefined }[] = []
  /** Unexpected messages of the pages. */
  const heard = () =>
    guests.flatMap(({ guest, noise }) => guest.noise.filter(({ says }) => !noise?.test(says)))
  const figures: [string, string][] = []
  Object.assign(context.task.meta, { figures, version: browser.version() })
  try {
    await run({
      ...bench,
      engine: engine.name,
      hearsConsole: engine.name !== 'WebKit',
      browser,
      async front(behave) {
        const front = await startFront(bench.parley, behave)
        ends.push(front.close)
        return front
      },
      async proxy(options) {
        const proxy = await startProxy(options)
        ends.push(proxy.close)
        return proxy
      },
      async visit(target, visit = {}) {
        const { context: options, before, noise } = visit
        const system = engine.launchOn && systemOf(options)
        const own = system && (await engine.launchOn!(system))
        if (own) ends.push(() => own.close())
        const person = await (own ?? browser).newContext({ locale: 'en-GB', ...options })
        ends.push(() => person.close())
        person.setDefaultTimeout(engine.name === 'Chromium' ? 8000 : 20_000)
        const page = await person.newPage()
        const guest = guestOn(page, person)
        guests.push({ guest, noise })
        await before?.(page)
        const at = typeof target === 'string' ? target : bench.site.page(target)
        await page.goto(at, { waitUntil: 'domcontentloaded' })
        return guest
      },
      skipUnless(can, because) {
        if (!can) notRun(context, because)
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
