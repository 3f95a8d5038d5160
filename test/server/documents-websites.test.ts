import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createdBase, passagesOf, readDocument } from '../support/knowledge.ts'
import { startServer } from '../support/server.ts'

/** A website on loopback, and a server that may call it. */
async function world(
  listener: RequestListener,
  limits: { pageMs?: number; pageBytes?: number } = {},
) {
  const site = createServer(listener)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    site.closeAllConnections()
    site.close()
  })
  const { port } = site.address() as AddressInfo
  const allowPrivate = [`127.0.0.1:${port}`]
  const server = await startServer({ network: { policy: 'desktop', allowPrivate }, limits })
  const id = await createdBase(server)
  const url = `http://127.0.0.1:${port}/help`
  return { server, id, url, read: () => readDocument(server, id, { url }) }
}

const html =
  (body: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': type }).end(body)

test('a page is fetched once and read, and its document names its address', async () => {
  const asked: (string | undefined)[] = []
  const { server, url, read } = await world((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    html('<title>Help</title><h1>Hours</h1><p>Open from nine.</p>')(req, res)
  })
  const document = await read()
  expect(document).toMatchObject({ name: url, url, type: 'website', status: 'active', size: 55 })
  expect(document.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(passagesOf(server, document.id)).toEqual([
    { heading: 'Hours', content: 'Open from nine.' },
  ])
  expect(asked).toEqual(['GET /help'])
})

test('a page is decoded in the encoding declared by its headers or its head', async () => {
  const pages: [type: string, page: string][] = [
    ['text/html', '<meta charset="iso-8859-1"><p>Grüße'],
    ['text/html; charset="ISO-8859-1"', '<p>Grüße'],
    ['text/html; charset=ISO-8859-1', '<meta charset="utf-8"><p>Grüße'],
    ['text/plain;charset=latin1', 'Grüße'],
  ]
  for (const [type, page] of pages) {
    const { server, read } = await world((_req, res) => {
      res.writeHead(200, { 'content-type': type }).end(Buffer.from(page, 'latin1'))
    })
    const [passage] = passagesOf(server, (await read()).id)
    expect([type, passage!.content]).toEqual([type, 'Grüße'])
  }
})

test('a moved page is read at its new address', async () => {
  const { server, read } = await world((req, res) => {
    if (req.url === '/new') return html('<p>Moved here.')(req, res)
    res.writeHead(301, { location: '/new' }).end()
  })
  expect(passagesOf(server, (await read()).id)).toMatchObject([{ content: 'Moved here.' }])
})

test.each<[what: string, listener: RequestListener, error: string]>([
  [
    'is not there',
    (_req, res) => void res.writeHead(404).end(),
    'The page could not be fetched: it answers 404.',
  ],
  [
    'is a picture',
    html('x', 'image/png'),
    'The address holds no page of plain text or HTML (image/png).',
  ],
  [
    'is of a type of no kind',
    html('x', 'constructor'),
    'The address holds no page of plain text or HTML (constructor).',
  ],
  [
    'says no type',
    (_req, res) => void res.writeHead(200).end('x'),
    'The address holds no page of plain text or HTML (of no type).',
  ],
  [
    'is compressed all the same',
    (_req, res) =>
      void res.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('x'),
    'The address holds no page of plain text or HTML (gzip).',
  ],
  [
    'moves for ever',
    (_req, res) => void res.writeHead(302, { location: '/again' }).end(),
    'The page sends from one address to the next without end.',
  ],
  [
    'moves nowhere',
    (_req, res) => void res.writeHead(302, { location: 'http://' }).end(),
    'The page sends from one address to the next without end.',
  ],
  [
    'is larger than a page may be',
    html('x'.repeat(2 * 1024 * 1024)),
    'The page is larger than 1 MB.',
  ],
  [
    'never answers',
    () => undefined,
    'The page could not be fetched: No whole answer within 0.3 s.',
  ],
  [
    'breaks off',
    (_req, res) => void res.destroy(),
    'The page could not be fetched: The connection was cut off.',
  ],
  ['is empty', html(''), 'There is no text in it.'],
])('a page that %s is a failed document with that reason', async (_, listener, error) => {
  const { read } = await world(listener, { pageMs: 300, pageBytes: 1024 * 1024 })
  expect(await read()).toMatchObject({ status: 'failed', error, size: null })
})

test('a page in the private network is not fetched, not even through a public page’s redirect', async () => {
  const secret: string[] = []
  const { server, id, url, read } = await world((req, res) => {
    secret.push(req.url ?? '')
    res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
  })
  expect(await read()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('169.254.169.254 is no address that may be called'),
  })
  const own = server.url
  for (const address of [own, url.replace('127.0.0.1', '10.0.0.1'), 'http://[::1]:1/']) {
    const document = await readDocument(server, id, { url: `${address}` })
    expect([address, document.status, document.error]).toEqual([
      address,
      'failed',
      expect.stringMatching(/^The page could not be fetched: .*(private address|not call itself)/),
    ])
  }
  expect(secret).toEqual(['/help'])
})
