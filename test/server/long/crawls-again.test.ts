import { expect, test } from 'vitest'
import { deleteDocument } from '#contracts/knowledge.ts'
import { startCrawl, stopCrawl, updateCrawl } from '#contracts/knowledge-crawls.ts'
import { searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import type { Outside } from '../../../server/context.ts'
import { startServer as startReal } from '../../../server/start.ts'
import { createClock } from '../../support/clock.ts'
import { idle } from '../../support/idle.ts'
import { createdBase, passagesOf } from '../../support/knowledge.ts'
import { allowing, emptyDataFolder, testConfig, testServer } from '../../support/server.ts'
import {
  crawledPages,
  crawlWorld,
  pageWith,
  type SitePage,
  startWebsite,
  untilCrawled,
} from '../../support/website.ts'

const DAY = 86_400_000

/** A page with a modification date, which answers conditional requests with 304. */
const dated =
  (text: () => string, tag: () => string): SitePage =>
  (req, res) => {
    if (req.headers['if-none-match'] === tag()) return res.writeHead(304).end()
    return res.writeHead(200, { 'content-type': 'text/html', etag: tag() }).end(text())
  }

const headings = (world: Awaited<ReturnType<typeof crawlWorld>>, id: number) =>
  passagesOf(world.server, id).map(({ heading }) => heading)

/** Advances the clock until a condition holds. */
async function until(
  clock: Pick<ReturnType<typeof createClock>, 'advance'>,
  isSo: () => boolean,
): Promise<void> {
  const goOn = async () => {
    await clock.advance(500)
    return isSo()
  }
  await expect.poll(goOn, { interval: 5, timeout: 15_000 }).toBe(true)
}

test('on its schedule a website is reread: unchanged pages are kept, deleted ones removed', async () => {
  const clock = createClock()
  let [text, tag] = [pageWith('Hours nine to five', '/'), '"1"']
  const world = await crawlWorld(
    {
      '/': pageWith('Home', '/hours', '/plain', '/gone'),
      '/hours': dated(
        () => text,
        () => tag,
      ),
      '/plain': pageWith('Plain'),
      '/gone': pageWith('Gone'),
    },
    { outside: clock.outside },
  )
  const { site, server } = world
  const { id } = await world.add({ schedule: 'daily' })
  const crawl = () => world.document(id).then((document) => document.crawl)
  const status = () =>
    server.context.db.prepare('SELECT status FROM crawls WHERE document_id = ?').pluck().get(id)
  await until(clock, () => status() === 'done')
  expect(headings(world, id)).toEqual(['Home', 'Hours nine to five', 'Plain', 'Gone'])
  expect((await crawl())?.next_at).toMatch(/^2026-01-02 12:/)
  const before = server.context.db.prepare('SELECT max(id) FROM chunks').pluck().get()

  site.paths()
  site.pages['/'] = pageWith('Home', '/hours', '/plain', '/new')
  delete site.pages['/gone']
  site.pages['/new'] = pageWith('New')
  await clock.jump(DAY)
  await until(clock, () => status() === 'done')
  expect(await crawl()).toMatchObject({ read: 4, unchanged: 2, failed: 0, status: 'done' })
  expect(headings(world, id).sort()).toEqual(['Home', 'Hours nine to five', 'New', 'Plain'])
  expect(site.paths()).not.toContain('/gone')
  // Home and the new page only: nothing else was rewritten.
  const news = server.context.db.prepare('SELECT count(*) FROM chunks WHERE id > ?').pluck()
  expect(news.get(before)).toBe(2)

  text = pageWith('Hours ten to six', '/')
  tag = '"2"'
  await clock.jump(DAY)
  await until(clock, () => status() === 'done')
  expect(headings(world, id)).toContain('Hours ten to six')
  expect(headings(world, id)).not.toContain('Hours nine to five')
})

test('a temporarily unavailable website keeps its content', async () => {
  const world = await crawlWorld({
    '/': pageWith('Home', '/a'),
    '/a': pageWith('A', '/b'),
    '/b': pageWith('B'),
  })
  const { server, site, base } = world
  const { id } = await world.add({})
  const params = { id: base, document_id: id }
  await untilCrawled(server, id)
  site.pages['/a'] = (_req, res) => res.writeHead(500).end()
  await server.call(startCrawl, { params })
  await untilCrawled(server, id)
  expect(await world.document(id)).toMatchObject({
    status: 'active',
    crawl: { failed: 1, status: 'done' },
  })
  expect(headings(world, id)).toEqual(['Home', 'A', 'B'])

  site.pages['/robots.txt'] = (_req, res) => res.writeHead(503).end()
  await server.call(startCrawl, { params })
  await untilCrawled(server, id)
  expect(await world.document(id)).toMatchObject({ status: 'active', crawl: { status: 'failed' } })
  expect(headings(world, id)).toEqual(['Home', 'A', 'B'])
})

test('passages stay searchable while a website is reread, and a crawl in progress is not started twice', async () => {
  const world = await crawlWorld({ '/': pageWith('Llamas', '/slow'), '/slow': pageWith('Slow') })
  const { server, site, base } = world
  const { id } = await world.add({})
  await untilCrawled(server, id)
  site.pages['/slow'] = () => undefined
  const params = { id: base, document_id: id }
  expect((await server.call(startCrawl, { params })).data).toMatchObject({
    status: 'active',
    crawl: { status: 'waiting' },
  })
  await expect(server.call(startCrawl, { params })).rejects.toMatchObject({ status: 409 })
  const { data } = await server.call(searchKnowledgeBase, {
    params: { id: base },
    body: { question: 'llamas' },
  })
  expect(data).toHaveLength(1)
  await untilCrawled(server, id)
})

test('a stopped website keeps what was read, and can be reread', async () => {
  const world = await crawlWorld(
    {
      '/': pageWith('Home', '/never', '/later'),
      '/never': () => undefined,
      '/later': pageWith('Later'),
    },
    { limits: { pageMs: 60_000 } },
  )
  const { server, base, site } = world
  const { id } = await world.add({})
  const params = { id: base, document_id: id }
  await expect.poll(() => site.asked.some(({ path }) => path === '/never')).toBe(true)
  expect((await server.call(stopCrawl, { params })).data).toMatchObject({
    status: 'active',
    crawl: { status: 'stopped', read: 1, found: 3 },
  })
  // Repeating it changes nothing.
  expect((await server.call(stopCrawl, { params })).data.crawl).toMatchObject({ status: 'stopped' })
  expect(headings(world, id)).toEqual(['Home'])
  await server.server.stop()
})

test('the schedule can be changed, and the old one no longer applies', async () => {
  const clock = createClock()
  const world = await crawlWorld({ '/': pageWith('Home') }, { outside: clock.outside })
  const { server, base, site } = world
  const { id } = await world.add({ schedule: 'daily' })
  const isDone = () =>
    server.context.db.prepare("SELECT 1 FROM crawls WHERE status = 'done'").get() !== undefined
  await until(clock, isDone)
  const params = { id: base, document_id: id }
  const change = async (body: object) =>
    (await server.call(updateCrawl, { params, body })).data.crawl
  expect(await change({ schedule: 'weekly', pages: 7 })).toMatchObject({
    schedule: 'weekly',
    pages: 7,
    depth: 2,
    next_at: expect.stringMatching(/^2026-01-08/),
  })
  site.paths()
  await clock.jump(2 * DAY)
  expect(site.paths()).toEqual([])
  expect(await change({ schedule: 'monthly' })).toMatchObject({
    next_at: expect.stringMatching(/^2026-02-03/),
  })
  expect(await change({ schedule: 'never' })).toMatchObject({ next_at: null })
  await clock.jump(40 * DAY)
  expect(site.paths()).toEqual([])
})

test('a website gets at most two requests a second, and fewer if it asks for that', async () => {
  const clock = createClock()
  const pageMs = 12_345
  let inFlight = 0
  /** Each request has its own timeout, which ends with it. */
  const sleep: Outside['sleep'] = (ms, signal) => {
    if (ms === pageMs) {
      inFlight += 1
      signal?.addEventListener('abort', () => {
        inFlight -= 1
      })
    }
    return clock.outside.sleep(ms, signal)
  }
  // A request in flight must arrive at the time it was sent.
  const advance = async () => {
    if (inFlight === 0) await clock.advance(100)
  }
  const times: number[] = []
  const page =
    (text: string, ...links: string[]): SitePage =>
    (_req, res) => {
      times.push(clock.outside.now().getTime())
      res.writeHead(200, { 'content-type': 'text/html' }).end(pageWith(text, ...links))
    }
  const world = await crawlWorld(
    { '/': page('Home', '/a', '/b', '/c'), '/a': page('A'), '/b': page('B'), '/c': page('C') },
    { outside: { ...clock.outside, sleep }, limits: { crawlPauseMs: 500, pageMs } },
  )
  const first = await world.add({})
  const second = await world.add({})
  const isDone = (id: number) => () =>
    world.server.context.db
      .prepare("SELECT 1 FROM crawls WHERE document_id = ? AND status = 'done'")
      .get(id) !== undefined
  await until({ advance }, isDone(first.id))
  await until({ advance }, isDone(second.id))
  const gaps = times.slice(1).map((time, at) => time - times[at]!)
  expect(times).toHaveLength(8)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500)

  times.length = 0
  world.site.pages['/robots.txt'] = 'User-agent: *\nCrawl-delay: 3\n'
  const third = await world.add({})
  await until({ advance }, isDone(third.id))
  expect(Math.min(...times.slice(1).map((time, at) => time - times[at]!))).toBeGreaterThanOrEqual(
    3000,
  )
})

test('after a crash a crawl resumes where it was, and requests nothing twice', async () => {
  const dataDir = emptyDataFolder()
  const site = await startWebsite({
    '/': pageWith('Home', '/a', '/b'),
    '/a': pageWith('A'),
    '/b': () => undefined,
  })
  const options = {
    dataDir,
    ...allowing(`127.0.0.1:${site.port}`),
    limits: { crawlPauseMs: 1, pageMs: 60_000 },
  }
  const first = testServer(await startReal(testConfig(options)))
  const base = await createdBase(first)
  const response = await first.fetch(`/api/user/knowledgebases/${base}/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'website', url: `${site.url}/`, crawl: {} }),
  })
  const { data } = (await response.json()) as { data: { id: number } }
  await expect.poll(() => site.asked.some(({ path }) => path === '/b')).toBe(true)
  await first.server.stop()

  site.paths()
  site.pages['/b'] = pageWith('B')
  const second = testServer(await startReal(testConfig(options)))
  await untilCrawled(second, data.id)
  expect(site.paths()).toEqual(['/b'])
  expect(crawledPages(second, data.id).map(({ status }) => status)).toEqual([
    'read',
    'read',
    'read',
  ])
  await second.server.stop()
})

test('a website deleted while being read leaves nothing behind', async () => {
  const [deleted, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const world = await crawlWorld({
    '/': pageWith('Home', '/slow'),
    '/slow': async (_req, res) => {
      await deleted.promise
      res.writeHead(200, { 'content-type': 'text/html' }).end(pageWith('Slow'), sent.resolve)
    },
  })
  const { server, base, site } = world
  const { id } = await world.add({})
  await expect.poll(() => site.asked.some(({ path }) => path === '/slow')).toBe(true)
  await server.call(deleteDocument, { params: { id: base, document_id: id } })
  deleted.resolve()
  await sent.promise
  await idle(server.context.db)
  expect(passagesOf(server, id)).toEqual([])
  expect(crawledPages(server, id)).toEqual([])
})
