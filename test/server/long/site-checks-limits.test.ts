import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { checkSite } from '#contracts/site-checks.ts'
import type { Outside } from '../../../server/context.ts'
import { scaled } from '../../../server/limits.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { framed } from '../../support/checked-pages/page.ts'
import { allowing, startServer } from '../../support/server.ts'
import { startWebsite } from '../../support/website.ts'

/** A time that nothing else in a server waits, ms. */
const DOCUMENT_MS = 60_007

test('checking a page over the API: it is read once, and what it says is text', async () => {
  const site = await startWebsite({
    '/': framed(
      '<script type="text/plain" src="http://x/widget.js" data-assistant="UUID" data-\u202e="1">',
    ),
    '/moved': (_req, res) => res.writeHead(302, { location: '/' }).end(),
    '/away': (_req, res) => res.writeHead(302, { location: 'http://10.1.2.3/' }).end(),
    '/packed': (_req, res) => res.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  })
  const server = await startServer(allowing(`127.0.0.1:${site.port}`))
  const params = { id: 1 }
  const check = async (path: string) =>
    (await server.call(checkSite, { params, body: { url: site.url + path } })).data
  await server.call(activateAssistant, { params })
  await server.call(updateEmbedding, { params, body: { allowed_origins: [] } })

  const { url, is_installed, findings, status } = await check('/moved')
  expect([url, status, is_installed]).toEqual([`${site.url}/`, 200, false])
  expect(findings).toMatchObject([
    {
      code: 'tag_missing',
      severity: 'problem',
      title: 'The code is not in the page',
      paste: expect.stringContaining(`${server.url}/widget.js`),
    },
    { code: 'page_redirected', severity: 'note', seen: `${site.url}/` },
  ])
  expect(site.asked.every(({ headers }) => headers.cookie === undefined)).toBe(true)
  expect((await check('/packed')).findings.map(({ code }) => code)).toEqual(['page_not_html'])
  await expect(check('/away')).rejects.toMatchObject({
    status: 422,
    errors: { url: [expect.stringContaining('10.1.2.3 is a private address')] },
  })
})

test('pages are parsed in a few threads, however many are checked', async () => {
  const site = await startWebsite({ '/': framed('TAG') })
  let [threads, most] = [0, 0]
  // Each thread has a deadline, which ends with it.
  const sleep: Outside['sleep'] = async (ms, signal) => {
    if (ms !== DOCUMENT_MS) return delay(ms, undefined, signal ? { signal } : {})
    threads += 1
    most = Math.max(most, threads)
    await once(signal!, 'abort')
    threads -= 1
    throw signal!.reason
  }
  const server = await startServer({
    ...allowing(`127.0.0.1:${site.port}`),
    limits: { documentMs: DOCUMENT_MS, siteChecksAtOnce: 1 },
    outside: { sleep },
  })
  const call = { params: { id: 1 }, body: { url: `${site.url}/` } }
  const all = await Promise.all([1, 2, 3].map(() => server.call(checkSite, call)))
  expect(all.map(({ data }) => data.status)).toEqual([200, 200, 200])
  expect(most).toBe(1)
})

test('only somebody who may change the assistant checks pages, and not without end', async () => {
  const site = await startWebsite({ '/': framed('') })
  const rates = { ...scaled(10_000), siteChecks: { max: 2, windowMs: 60_000 } }
  const server = await startServer({ ...allowing(`127.0.0.1:${site.port}`), rates })
  const call = { params: { id: 1 }, body: { url: `${site.url}/` } }
  await expect(server.as()(checkSite, call)).rejects.toMatchObject({ status: 401 })
  const other = await anotherAccount(server)
  await expect(other.call(checkSite, call)).rejects.toMatchObject({ status: 404 })
  expect(site.asked).toEqual([])
  for (const url of ['ftp://example.com/', 'no address'])
    await expect(server.call(checkSite, { ...call, body: { url } })).rejects.toMatchObject({
      status: 422,
    })
  await server.call(checkSite, call)
  await server.call(checkSite, call)
  await expect(server.call(checkSite, call)).rejects.toMatchObject({ status: 429 })
})
