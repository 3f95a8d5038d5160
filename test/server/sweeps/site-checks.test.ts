import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { checkSite, type SiteCheck } from '#contracts/site-checks.ts'
import { startServer } from '../../../server/start.ts'
import { HELD_PAGES } from '../../support/checked-pages/held-pages.ts'
import type { CheckedPage } from '../../support/checked-pages/page.ts'
import { PAGES } from '../../support/checked-pages/pages.ts'
import { everyNth } from '../../support/sample.ts'
import { allowing, type TestServer, testConfig, testServer } from '../../support/server.ts'
import { speech } from '../../support/web-calls.ts'

/* Forty pages, served over HTTP, and what the site check finds in them. */

const PARLEY = 'https://chat.example.com'
const ALL = [...PAGES, ...HELD_PAGES]

let site: Server
let address: string
let running: Awaited<ReturnType<typeof startServer>>
let server: TestServer
let uuid: string

/** A page's text, with Parley's address and the assistant in their places. */
const filled = (text: string): string =>
  text
    .replaceAll('TAG', `<script src="${PARLEY}/widget.js" data-assistant="${uuid}" async></script>`)
    .replaceAll('PARLEY', PARLEY)
    .replaceAll('SOCKET', PARLEY.replace('https', 'wss'))
    .replaceAll('UUID', uuid)

beforeAll(async () => {
  site = createServer((req, res) => {
    const [, index = '', ...rest] = req.url!.split('/')
    const page = ALL[Number(index)]
    if (!page) return void res.writeHead(404).end()
    if (page.movedTo && rest.join('/') === '') {
      return void res.writeHead(302, { location: `/${index}${page.movedTo}` }).end()
    }
    const headers = Object.entries(page.headers ?? {}).map(([name, value]) => [name, filled(value)])
    res
      .writeHead(page.status ?? 200, {
        'content-type': 'text/html; charset=utf-8',
        ...Object.fromEntries(headers),
      })
      .end(filled(page.html))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  const config = testConfig({ publicUrl: PARLEY, ...allowing(`127.0.0.1:${port}`) })
  // Its visitors can call, so that pages are checked for what calls need, too.
  running = await startServer(config, { speech })
  server = testServer(running)
  const params = { id: 1 }
  await server.call(activateAssistant, { params })
  await server.call(updateEmbedding, { params, body: { allowed_origins: [address] } })
  uuid = (await server.call(getEmbedding, { params })).uuid
})

afterAll(async () => {
  await running.stop()
  site.closeAllConnections()
  site.close()
})

const check = async (path: string): Promise<SiteCheck> =>
  (await server.call(checkSite, { params: { id: 1 }, body: { url: address + path } })).data

const codesOf = ({ findings }: SiteCheck): string[] => findings.map(({ code }) => code).sort()

async function findsAll({ finds }: CheckedPage, index: number): Promise<void> {
  expect(codesOf(await check(`/${index}`))).toEqual([...finds].sort())
}

test.each(
  everyNth(
    14,
    PAGES.map((page, index) => [page.name, page, index] as const),
  ),
)('%s', (_, page, index) => findsAll(page, index))

test.each(
  everyNth(
    12,
    HELD_PAGES.map((page, index) => [page.name, page, PAGES.length + index] as const),
  ),
)('held: %s', (_, page, index) => findsAll(page, index))
