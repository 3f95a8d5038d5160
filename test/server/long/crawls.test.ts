import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inEnglish } from '#contracts/catalogues.ts'
import { createDocument } from '#contracts/knowledge.ts'
import { searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import { passagesOf } from '../../support/knowledge.ts'
import {
  crawledPages,
  crawlWorld,
  pageWith,
  type SitePage,
  untilCrawled,
} from '../../support/website.ts'

/** Adds a website, waits for the end, and returns everything about it. */
async function crawled(
  pages: Parameters<typeof crawlWorld>[0],
  crawl: object = {},
  options: Parameters<typeof crawlWorld>[1] & { path?: string } = {},
) {
  const world = await crawlWorld(pages, options)
  const { id } = await world.add(crawl, options.path)
  await untilCrawled(world.server, id)
  const document = await world.document(id)
  const known = crawledPages(world.server, id).map((page) => ({
    ...page,
    url: page.url.replace(world.site.url, ''),
    error: inEnglish.translateStored(page.error),
  }))
  const read = known.filter(({ status }) => status === 'read').map(({ url }) => url)
  return { ...world, document, known, read }
}

const sitemap = (...addresses: string[]) =>
  `<?xml version="1.0"?><urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`

test('a website is read link by link on its own host, and a found passage names its page', async () => {
  const { server, base, document, read, site } = await crawled({
    '/': pageWith(
      'Home',
      '/hours',
      '/prices#top',
      'https://example.com/',
      'mailto:a@b.c',
      '/logo.png',
    ),
    '/hours': pageWith('Opening hours', '/', '/prices?utm_source=home'),
    '/prices': pageWith('Prices of llamas', '/hours'),
  })
  expect(read).toEqual(['/', '/hours', '/prices'])
  expect(document).toMatchObject({
    status: 'active',
    error: null,
    crawl: {
      status: 'done',
      depth: 2,
      pages: 100,
      schedule: 'never',
      found: 3,
      read: 3,
      failed: 0,
      skipped: 0,
    },
  })
  expect(site.paths()).toEqual(['/robots.txt', '/sitemap.xml', '/', '/hours', '/prices'])
  const { data, method } = await server.call(searchKnowledgeBase, {
    params: { id: base },
    body: { question: 'How much is a llama?' },
  })
  expect(method).toBe('words')
  expect(data[0]).toMatchObject({
    heading: 'Prices of llamas',
    url: `${site.url}/prices`,
    document_name: 'Prices of llamas',
    word_rank: 1,
    meaning_rank: null,
    highlights: expect.arrayContaining(['llamas']),
  })
})

test('no page is deeper than the depth limit, and the number of pages is limited', async () => {
  const chain = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`/${at}`, pageWith(`Page ${at}`, `/${at + 1}`)]),
  )
  expect((await crawled(chain, { depth: 1 }, { path: '/0' })).read).toEqual(['/0', '/1'])
  expect((await crawled(chain, { depth: 0 }, { path: '/0' })).read).toEqual(['/0'])
  const few = await crawled(chain, { depth: 5, pages: 3 }, { path: '/0' })
  expect(few.read).toEqual(['/0', '/1', '/2'])
})

test('an endless calendar ends', async () => {
  const endless: SitePage = (req, res) => {
    const day = Number(/\d+/.exec(req.url ?? '')?.[0] ?? 0)
    res.setHeader('content-type', 'text/html')
    res.end(pageWith(`Day ${day}`, `/day/${day + 1}`, `/day/${day + 2}`))
  }
  const pages = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/day/${at}`, endless]))
  const { read } = await crawled(pages, { depth: 5, pages: 10 }, { path: '/day/0' })
  expect(read).toHaveLength(10)
})

test('pages forbidden by robots.txt are not requested, whoever links to them', async () => {
  const { site, read } = await crawled({
    '/robots.txt': 'User-agent: *\nDisallow: /private\nDisallow: /*.php$\nAllow: /private/open',
    '/': pageWith('Home', '/private/a', '/private/open', '/x.php', '/x.php?y'),
    '/private/open': pageWith('Open'),
    '/x.php?y': pageWith('Query'),
  })
  expect(read).toEqual(['/', '/private/open', '/x.php?y'])
  expect(site.paths().filter((path) => path === '/private/a' || path === '/x.php')).toEqual([])
})

test.each([
  [
    'forbids the first page',
    'User-agent: Parley\nDisallow: /',
    'The robots.txt of the website does not allow its first page to be read.',
  ],
  [
    'cannot be read now',
    (_req: unknown, res: { writeHead: (s: number) => { end: () => void } }) =>
      res.writeHead(503).end(),
    'The robots.txt of the website could not be read: it answers 503.',
  ],
])('a website whose robots.txt %s is left alone', async (_, robots, error) => {
  const { document, site } = await crawled({
    '/robots.txt': robots as never,
    '/': pageWith('Home'),
  })
  expect(document).toMatchObject({ status: 'failed', error, crawl: { status: 'failed', error } })
  expect(site.paths()).toEqual(['/robots.txt'])
})

test('sitemaps, sitemap indexes and compressed ones provide pages that nothing links to', async () => {
  const world = await crawlWorld({ '/help/': pageWith('Help') })
  const { site, server } = world
  Object.assign(site.pages, {
    '/robots.txt': `Sitemap: ${site.url}/maps.xml\nSitemap: https://elsewhere.example/map.xml`,
    '/maps.xml': `<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap><sitemap><loc>${site.url}/two.xml.gz</loc></sitemap></sitemapindex>`,
    '/one.xml': sitemap(
      `${site.url}/far`,
      `${site.url}/help/a?x=1&amp;y=2`,
      'https://elsewhere.example/no',
    ),
    '/two.xml.gz': (_req: unknown, res: { end: (body: Buffer) => void }) =>
      res.end(gzipSync(sitemap(`${site.url}/help/b`))),
    '/far': pageWith('Far'),
    '/help/a?x=1&y=2': pageWith('A'),
    '/help/b': pageWith('B'),
  })
  const { id } = await world.add({}, '/help/')
  await untilCrawled(server, id)
  // Pages below the first page come first.
  expect(crawledPages(server, id).map(({ url }) => url.replace(site.url, ''))).toEqual([
    '/help/',
    '/help/a?x=1&y=2',
    '/far',
    '/help/b',
  ])
  expect((await world.document(id)).crawl).toMatchObject({ read: 4, found: 4 })
})

test('a page that redirects, names a canonical one, is a duplicate or is noindex is read once or not at all', async () => {
  const { known, server, document } = await crawled({
    '/': pageWith(
      'Home',
      '/old',
      '/copy',
      '/twin',
      '/hidden',
      '/round',
      '/away',
      '/gone',
      '/picture',
    ),
    '/old': (_req, res) => res.writeHead(301, { location: '/new' }).end(),
    '/new': pageWith('New'),
    '/copy': `<link rel="canonical" href="/new">${pageWith('Copy')}`,
    '/twin': pageWith('New'),
    '/hidden': `<meta name="robots" content="noindex">${pageWith('Hidden', '/behind')}`,
    '/behind': pageWith('Behind'),
    '/round': (_req, res) => res.writeHead(302, { location: '/round' }).end(),
    '/away': (_req, res) => res.writeHead(302, { location: 'https://example.com/' }).end(),
    '/picture': (_req, res) => res.writeHead(200, { 'content-type': 'image/png' }).end('x'),
  })
  const aside = known.filter(({ status }) => status === 'skipped')
  expect(Object.fromEntries(aside.map(({ url, error }) => [url, error]))).toEqual({
    '/old': 'The page has moved.',
    '/copy': 'The page names another address as its own.',
    '/new': expect.stringMatching(/^The page says the same as .*\/twin\.$/),
    '/hidden': 'The page asks not to be found.',
    '/round': 'The page has moved.',
    '/away': 'The page has moved to another website.',
    '/gone': 'The page could not be fetched: it answers 404.',
    '/picture': 'The address holds no page.',
  })
  expect(known.filter(({ status }) => status === 'read').map(({ url }) => url)).toEqual([
    '/',
    '/twin',
    '/behind',
  ])
  expect(passagesOf(server, document.id).map(({ heading }) => heading)).toEqual([
    'Home',
    'New',
    'Behind',
  ])
})

test('a page that is too large, too slow or breaks off fails by itself, with the reason', async () => {
  const { known, document } = await crawled(
    {
      '/': pageWith('Home', '/huge', '/slow', '/broken'),
      '/huge': `<p>${'x'.repeat(200_000)}`,
      '/slow': () => undefined,
      '/broken': (_req, res) => res.destroy(),
    },
    {},
    { limits: { pageBytes: 100_000, pageMs: 200 } },
  )
  expect(document).toMatchObject({
    status: 'active',
    crawl: { status: 'done', read: 1, failed: 3 },
  })
  const faults = known.filter(({ status }) => status === 'failed').map(({ error }) => error)
  expect(faults).toEqual([
    expect.stringMatching(/^The page is larger than/),
    'The page could not be fetched: No whole answer within 0.2 s.',
    'The page could not be fetched: The connection was cut off.',
  ])
})

test('an overloaded server is asked again later, and given up after three attempts', async () => {
  let count = 0
  const { read, known } = await crawled(
    {
      '/': pageWith('Home', '/busy', '/always'),
      '/busy': (_req, res) => {
        count += 1
        if (count < 3) res.writeHead(429, { 'retry-after': '0' }).end()
        else res.writeHead(200, { 'content-type': 'text/html' }).end(pageWith('Busy'))
      },
      '/always': (_req, res) => res.writeHead(503).end(),
    },
    {},
    { limits: { crawlMaxPauseMs: 1 } },
  )
  expect(read).toEqual(['/', '/busy'])
  expect(known.at(-1)).toMatchObject({ status: 'failed' })
})

test('the first address may redirect to another host, which is then the website', async () => {
  const other = await crawlWorld({
    '/': pageWith('Real home', '/about'),
    '/about': pageWith('About'),
    '/robots.txt': 'User-agent: *\nDisallow: /none',
  })
  const { site } = other
  other.site.pages['/start'] = (_req, res) =>
    res.writeHead(301, { location: `http://localhost:${site.port}/` }).end()
  const { id } = await other.add({}, '/start')
  await untilCrawled(other.server, id)
  expect(crawledPages(other.server, id).map(({ url, status }) => [url, status])).toEqual([
    [`${site.url}/start`, 'skipped'],
    [`http://localhost:${site.port}/`, 'read'],
    [`http://localhost:${site.port}/about`, 'read'],
  ])
})

test('nothing in the private network is read, whatever a website links or redirects to', async () => {
  const secret: string[] = []
  const inner = await crawlWorld({ '/': (req) => void secret.push(req.url!) })
  const { read, known } = await crawled({
    '/': pageWith('Home', inner.site.url, 'http://169.254.169.254/', '/jump'),
    '/jump': (_req, res) => res.writeHead(302, { location: inner.site.url }).end(),
  })
  expect(read).toEqual(['/'])
  expect(known.at(-1)).toMatchObject({ status: 'skipped' })
  const jump = await crawled({
    '/': (_req, res) => res.writeHead(302, { location: inner.site.url }).end(),
  })
  expect(jump.document).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('private address'),
  })
  expect(secret).toEqual([])
})

test('only websites are crawled, and within limits', async () => {
  const { server, base, site } = await crawlWorld({})
  const refused = (body: object) =>
    server.call(createDocument, { params: { id: base }, body: body as never }).then(
      () => undefined,
      (error: { errors?: object; body?: { errors?: object } }) =>
        Object.keys(error.body?.errors ?? error.errors ?? {}),
    )
  const url = site.url
  expect(await refused({ type: 'website', url, crawl: { depth: 6 } })).toEqual(['crawl.depth'])
  expect(await refused({ type: 'website', url, crawl: { pages: 1001 } })).toEqual(['crawl.pages'])
  expect(await refused({ type: 'website', url, crawl: { schedule: 'hourly' } })).toEqual([
    'crawl.schedule',
  ])
  expect(await refused({ type: 'txt', crawl: {} })).toEqual(['file', 'crawl'])
  expect(server.context.db.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(1)
})
