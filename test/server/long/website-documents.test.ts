import { expect, test } from 'vitest'
import { getDocument, getKnowledgeBase } from '#contracts/knowledge.ts'
import { listPages, listPassages } from '#contracts/knowledge-passages.ts'
import { send } from '../../support/assistants.ts'
import { untilRead } from '../../support/knowledge.ts'
import { crawlWorld, pageWith, type SitePage, startWebsite } from '../../support/website.ts'

/** Adds a website and waits until it has been read. */
async function websiteWorld(pages: Record<string, SitePage>) {
  const world = await crawlWorld(pages)
  const { server, base } = world
  const about = (id: number) => ({ params: { id: base, document_id: id } })
  const isWaiting = async (id: number) => {
    const { data } = await server.call(listPages, about(id))
    return data.length === 0 || data.some(({ status }) => status === 'waiting')
  }
  return {
    ...world,
    about,
    /** Posts a document verbatim; its id. */
    post: async (body: object) => {
      const path = `/user/knowledgebases/${base}/documents`
      const { status, body: reply } = await send(server, 'POST', path, body)
      expect([status, reply.message]).toEqual([
        201,
        'Document created successfully. Processing will begin shortly.',
      ])
      return reply.data.id as number
    },
    /** A document, once all its pages have been read. */
    read: async (id: number) => {
      await expect.poll(() => isWaiting(id), { timeout: 20_000 }).toBe(false)
      await untilRead(server, id)
      return (await server.call(getDocument, about(id))).data
    },
    pages: async (id: number) => (await server.call(listPages, about(id))).data,
  }
}

test('a website with several addresses is one document containing all its pages', async () => {
  const other = await startWebsite({ '/terms': pageWith('terms') })
  const { server, site, post, read, pages, about } = await websiteWorld({
    '/a': pageWith('prices'),
    '/b': pageWith('hours'),
  })
  const { url } = site
  const id = await post({
    name: 'Help',
    description: 'Prices and hours',
    type: 'website',
    url: `${url}/a`,
    links: [{ link: `${url}/b` }, `${url}/b`, `${url}/a`, `${other.url}/terms`],
  })
  const document = await read(id)
  expect(document).toMatchObject({
    name: 'Help',
    description: 'Prices and hours',
    type: 'website',
    type_label: 'Website',
    url: `${url}/a`,
    links: [`${url}/b`, `${url}/a`, `${other.url}/terms`],
    relative_links_limit: 10,
    status: 'active',
    status_label: 'Active',
    error: null,
    sha256: null,
  })
  expect(document.crawl).toBeUndefined()
  expect(document.size).toBe(pageWith('prices').length + pageWith('hours').length)
  expect(await pages(id)).toMatchObject([
    { url: `${url}/a`, title: 'prices', is_named: true, status: 'read', passages: 1 },
    { url: `${url}/b`, title: 'hours', is_named: true, status: 'read', passages: 1 },
    // Its host is private and not listed.
    { url: `${other.url}/terms`, status: 'failed', passages: 0, error: expect.any(String) },
  ])
  const passages = (await server.call(listPassages, about(id))).data
  expect(passages.map((passage) => passage.url)).toEqual([`${url}/a`, `${url}/b`])
  expect(site.paths().filter((path) => path === '/a' || path === '/b')).toEqual(['/a', '/b'])
})

test('links beyond the named pages are followed one step, on the same host, up to the limit', async () => {
  const { site, post, read, pages } = await websiteWorld({
    '/': pageWith('start', '/1', '/2#there', '/1', 'https://elsewhere.example/', '/3', '/4'),
    '/1': pageWith('one', '/deeper'),
    '/2': pageWith('two'),
    '/3': pageWith('three'),
    '/4': pageWith('four'),
    '/deeper': pageWith('deeper'),
  })
  const pathsRead = async (limit?: number) => {
    const id = await post({ url: `${site.url}/`, relative_links_limit: limit ?? null })
    await read(id)
    return (await pages(id)).map(({ url }) => url.slice(site.url.length))
  }
  expect(await pathsRead(2)).toEqual(['/', '/1', '/2'])
  expect(await pathsRead(0)).toEqual(['/'])
  expect(await pathsRead()).toEqual(['/', '/1', '/2', '/3', '/4'])
})

test('beyond the named pages, pages forbidden by robots.txt or marked noindex are not read', async () => {
  const { site, post, read, pages } = await websiteWorld({
    '/robots.txt': 'User-agent: *\nDisallow: /secret\nDisallow: /named',
    '/named': pageWith('named', '/secret', '/hidden', '/copy', '/gone'),
    '/secret': pageWith('secret'),
    '/hidden': `<meta name="robots" content="noindex">${pageWith('hidden')}`,
    '/copy': pageWith('named', '/secret'),
  })
  const id = await post({ type: 'website', links: [`${site.url}/named`] })
  expect(await read(id)).toMatchObject({ name: `${site.url}/named`, url: null, status: 'active' })
  expect((await pages(id)).map(({ url, status }) => [url.slice(site.url.length), status])).toEqual([
    ['/named', 'read'],
    ['/hidden', 'skipped'],
    ['/copy', 'skipped'],
    ['/gone', 'failed'],
  ])
})

test('it is active once one page was read, and failed with the first reason when none was', async () => {
  const { site, server, base, post, read } = await websiteWorld({
    '/good': pageWith('good'),
    '/bad': (_req, res) => res.writeHead(500).end(),
  })
  const links = [`${site.url}/bad`, `${site.url}/worse`]
  const failed = await read(await post({ type: 'website', links }))
  expect(failed).toMatchObject({ status: 'failed', status_label: 'Failed', size: null })
  expect(failed.error).toContain('500')
  const mixed = await read(await post({ url: `${site.url}/good`, links }))
  expect(mixed).toMatchObject({ status: 'active', error: null })
  expect((await server.call(getKnowledgeBase, { params: { id: base } })).data).toMatchObject({
    status: 'active',
    status_label: 'Active',
    documents_count: 2,
    failed_count: 1,
  })
})
