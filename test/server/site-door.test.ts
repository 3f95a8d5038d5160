import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { getEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant, updateAssistant } from '#contracts/assistants.ts'
import { draftOf } from '../../renderer/screens/embed/draft.ts'
import { optionsOf, snippetsOf } from '../../renderer/screens/embed/snippets.ts'
import { onBehalfOf } from '../../server/providers/http/on-behalf.ts'
import { startRelay } from '../../server/providers/http/relay.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { allowing, startServer } from '../support/server.ts'
import { startWebsite } from '../support/website.ts'

/* The proxy through which the desktop app's window shows a checked page. */

/** A server with a website that its owner may read, and a door for the first assistant. */
async function world() {
  const site = await startWebsite({ '/': '<h1>Shop</h1>', '/echo': echo })
  const server = await startServer(allowing(`127.0.0.1:${site.port}`))
  await server.call(activateAssistant, { params: { id: 1 } })
  const { uuid, snippet } = await server.call(getEmbedding, { params: { id: 1 } })
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: site.url }))!
  onTestFinished(() => door.close())
  return { site, server, door, uuid, snippet, ...through(door.port) }
}

function echo(req: IncomingMessage, res: { end(text: string): void }): void {
  res.end(JSON.stringify(req.headers))
}

const HANGS_UP = 'hangs up'

function orHangsUp(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ECONNRESET') throw error
  return []
}

/** Requests and tunnels through a proxy. */
function through(port: number) {
  return {
    /** Status and text of a page, if the proxy does not hang up. */
    async get(url: string, headers: Record<string, string> = {}) {
      const req = request({ host: '127.0.0.1', port, path: url, headers, agent: false }).end()
      const [res] = (await once(req, 'response').catch(orHangsUp)) as [IncomingMessage?]
      return res ? ([res.statusCode, await text(res)] as const) : ([HANGS_UP] as const)
    },
    /** First line of the response to `CONNECT`, and of a request through the tunnel. */
    async tunnel(authority: string) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
      const [first] = (await once(socket, 'data')) as [Buffer]
      const status = first.toString().split('\r\n')[0]
      if (!status?.includes('200')) return [status]
      socket.write(`GET / HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`)
      return [status, (await text(socket)).split('\r\n')[0]]
    },
  }
}

test('a page of an allowed private address is reached, plain and through a tunnel', async () => {
  const { site, get, tunnel, door, snippet, server } = await world()
  expect(await get(`${site.url}/`)).toEqual([200, '<h1>Shop</h1>'])
  expect(await tunnel(`127.0.0.1:${site.port}`)).toEqual([
    'HTTP/1.1 200 Connection established',
    'HTTP/1.1 200 OK',
  ])
  expect([door.origin, door.tag]).toEqual([server.url, snippet])
})

test.each([
  'http://10.1.2.3/',
  'http://192.168.1.1/admin',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:9/',
  'http://0x7f.1:9/',
  'http://localhost:9/',
  'http://metadata.internal/',
  'http://rebind.example/',
])('%s is never reached, plain or through a tunnel', async (url) => {
  const site = await startWebsite({ '/': 'private' })
  const server = await startServer({
    network: { policy: 'desktop', allowPrivate: [] },
    // Names that lead to this machine, whatever they looked like before.
    outside: { lookup: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  const { uuid } = await server.call(getEmbedding, { params: { id: 1 } })
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: site.url }))!
  onTestFinished(() => door.close())
  const { get, tunnel } = through(door.port)
  const there = new URL(url)
  if (there.port === '9') there.port = `${site.port}`
  expect((await get(there.href))[0]).toBe(HANGS_UP)
  expect(await tunnel(`${there.hostname}:${there.port || 80}`)).toEqual(['HTTP/1.1 403 Forbidden'])
  expect(site.asked).toEqual([])
})

test('a public page reaches no private address, though it is listed', async () => {
  const site = await startWebsite({ '/': 'private' })
  const listed = `127.0.0.1:${site.port}`
  let answers = ['1.1.1.1']
  const server = await startServer({
    ...allowing(listed),
    outside: { lookup: async () => answers.map((address) => ({ address, family: 4 })) },
  })
  const { uuid } = await server.call(getEmbedding, { params: { id: 1 } })
  const shown = `http://shop.example:${site.port}/`
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: shown }))!
  onTestFinished(() => door.close())
  const { get, tunnel } = through(door.port)
  expect((await get(`http://${listed}/`))[0]).toBe(HANGS_UP)
  expect(await tunnel(listed)).toEqual(['HTTP/1.1 403 Forbidden'])
  answers = ['127.0.0.1']
  expect((await get(`http://rebind.example:${site.port}/`))[0]).toBe(HANGS_UP)
  expect(await tunnel(`rebind.example:${site.port}`)).toEqual(['HTTP/1.1 403 Forbidden'])
  // A page may come from a host whose DNS answers differently a moment later.
  answers = ['1.1.1.1', '127.0.0.1']
  expect((await get(shown))[0]).toBe(HANGS_UP)
  answers = ['127.0.0.1']
  expect((await get(shown))[0]).toBe(HANGS_UP)
  expect(await tunnel(`shop.example:${site.port}`)).toEqual(['HTTP/1.1 403 Forbidden'])
  expect(site.asked).toEqual([])
})

test('a page whose own name leads to a listed private address is reached', async () => {
  const site = await startWebsite({ '/': 'private' })
  const server = await startServer({
    ...allowing(`127.0.0.1:${site.port}`),
    outside: { lookup: async () => [{ address: '127.0.0.1', family: 4 }] },
  })
  const { uuid } = await server.call(getEmbedding, { params: { id: 1 } })
  const shown = `http://shop.intern:${site.port}/`
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: shown }))!
  onTestFinished(() => door.close())
  expect(await through(door.port).get(shown)).toEqual([200, 'private'])
})

test('of this server only what visitors need is reached', async () => {
  const { server, get, tunnel, uuid } = await world()
  const { url } = server
  expect((await get(`${url}/api/widget/assistants/${uuid}`))[0]).toBe(200)
  expect((await get(`${url}//widget.js`))[0]).not.toBe(HANGS_UP)
  const { port } = new URL(url)
  for (const path of [
    '/app/',
    '/api/user/me',
    '/api/session',
    '/api/docs',
    '/api/widget/../user/me',
    '/api/widget/%2e%2e/user/me',
    '/widget/../api/user/me',
    '/demo',
    '/',
    '/health',
  ]) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      expect([path, (await get(`http://${host}:${port}${path}`))[0]]).toEqual([path, HANGS_UP])
  }
  expect(await tunnel(`127.0.0.1:${port}`)).toEqual(['HTTP/1.1 403 Forbidden'])
  expect(await tunnel(`localhost:${port}`)).toEqual(['HTTP/1.1 403 Forbidden'])
})

test('this server is reached under its public name where it listens, wherever DNS leads', async () => {
  const server = await startServer({
    publicUrl: 'http://chat.example.com',
    outside: { lookup: async () => [{ address: '1.1.1.1', family: 4 }] },
  })
  const { uuid } = await server.call(getEmbedding, { params: { id: 1 } })
  const shown = 'https://www.example.com/'
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: shown }))!
  onTestFinished(() => door.close())
  const { get } = through(door.port)
  expect((await get(`${door.origin}/api/widget/assistants/${uuid}`))[0]).toBe(200)
  expect((await get(`${door.origin}/app/`))[0]).toBe(HANGS_UP)
})

test('the tag carries the saved settings, in ASCII whatever the label', async () => {
  const { server, uuid, snippet, site } = await world()
  const widget_settings = {
    color: '#be185d',
    offset_y: 96,
    label: '"Fragen?" ü<😀',
    starters: ['x'],
    fallback: 'mailto:help@example.com',
    invitation: { text: 'Questions?', after: 5 },
  }
  await server.call(updateAssistant, { params: { id: 1 }, body: { widget_settings } })
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: site.url }))!
  onTestFinished(() => door.close())
  const look =
    'data-color="#be185d" data-offset-y="96" data-label="&#34;Fragen?&#34; &#252;&#60;&#128512;"'
  expect(door.tag).toBe(
    snippet.replace(' async', ` ${look} data-fallback="mailto:help@example.com" data-invite async`),
  )
})

test.each([
  {},
  { color: '#1d4ed8', position: 'left', offset_x: 24, theme: 'dark', icon: '?!', label: 'Ask' },
  { color: 'red', position: 'middle', offset_x: 9999, theme: 7, icon: 'three', label: null },
  { color: '#0c6b64', position: 'right', theme: 'auto', icon: 'none', offset_y: 0 },
  { fallback: '  https://example.com/?a=1&b="2"  ', invitation: { text: ' ' } },
  { fallback: 5, invitation: { text: 'Hello', path: '/shop/*', exit: true } },
])('the tag of a site check is the one that the desk shows: %j', async (widget_settings) => {
  const server = await startServer()
  await server.call(updateAssistant, { params: { id: 1 }, body: { widget_settings } })
  const embedding = await server.call(getEmbedding, { params: { id: 1 } })
  const url = 'https://example.com/'
  const door = (await server.server.openSiteDoor({ assistant: embedding.uuid, url }))!
  onTestFinished(() => door.close())
  const draft = draftOf(widget_settings)
  expect(door.tag).toBe(snippetsOf(embedding, optionsOf(draft, draft)).tag)
})

test('a website whose responses are no HTTP gets no page, and the door stays open', async () => {
  const { site, get } = await world()
  site.pages['/status'] = (_req, res) => void res.socket!.end('HTTP/1.1 042 Odd\r\n\r\n')
  site.pages['/switch'] = (_req, res) =>
    void res.socket!.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
  site.pages['/hangs-up'] = (_req, res) => void res.socket!.destroy()
  for (const path of ['/status', '/switch', '/hangs-up'])
    expect([path, (await get(site.url + path))[0]]).toEqual([path, HANGS_UP])
  expect((await get(`${site.url}/`))[0]).toBe(200)
})

test('what cannot be reached gives no page that could be taken for the website', async () => {
  // Nothing listens on port 1.
  const server = await startServer(allowing('127.0.0.1:1'))
  const { uuid } = await server.call(getEmbedding, { params: { id: 1 } })
  const shown = 'http://127.0.0.1:1/'
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: shown }))!
  onTestFinished(() => door.close())
  const { get, tunnel } = through(door.port)
  expect(await get(shown)).toEqual([HANGS_UP])
  expect(await tunnel('127.0.0.1:1')).toEqual(['HTTP/1.1 403 Forbidden'])
})

test('a request that was not meant for a proxy is refused, so no website can use it', async () => {
  const { get, door } = await world()
  expect((await get('/'))[0]).toBe(HANGS_UP)
  expect((await get('https://www.example.com/'))[0]).toBe(HANGS_UP)
  expect((await get('ftp://www.example.com/'))[0]).toBe(HANGS_UP)
  await expect(fetch(`http://127.0.0.1:${door.port}/app/`)).rejects.toThrow('fetch failed')
})

test('what concerns one connection only is not passed on', async () => {
  const { site, get } = await world()
  const [, seen] = await get(`${site.url}/echo`, {
    'proxy-authorization': 'Basic c2VjcmV0',
    'proxy-connection': 'keep-alive',
    cookie: 'a=1',
  })
  const headers = JSON.parse(seen!)
  expect(headers).toMatchObject({ host: `127.0.0.1:${site.port}`, cookie: 'a=1' })
  expect(Object.keys(headers).filter((name) => name.startsWith('proxy'))).toEqual([])
})

test('no cookie reaches this server, and none comes from it', async () => {
  const { server, site } = await world()
  // The website stands for this server.
  const itself = { ...onBehalfOf(server.context, 1), port: () => site.port, origin: () => site.url }
  const relay = await startRelay(itself, { shown: '127.0.0.1', isOwnPath: () => true })
  onTestFinished(() => relay.close())
  site.pages['/cookies'] = (req, res) =>
    res.writeHead(200, { 'set-cookie': 'session=2' }).end(req.headers.cookie ?? 'none')
  const req = request({
    ...{ host: '127.0.0.1', port: relay.port, path: `${site.url}/cookies`, agent: false },
    headers: { cookie: 'session=1' },
  }).end()
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  expect([res.headers['set-cookie'], await text(res)]).toEqual([undefined, 'none'])
})

test('each assistant’s door follows its own account’s list; an unknown one has none', async () => {
  const { server, site } = await world()
  const other = await anotherAccount(server)
  const id = await createdAssistant(other)
  const { uuid } = await other.call(getEmbedding, { params: { id } })
  const door = (await server.server.openSiteDoor({ assistant: uuid, url: site.url }))!
  onTestFinished(() => door.close())
  expect((await through(door.port).get(`${site.url}/`))[0]).toBe(HANGS_UP)
  expect(
    await server.server.openSiteDoor({
      assistant: '00000000-0000-4000-8000-000000000000',
      url: site.url,
    }),
  ).toBeUndefined()
})

test.each(['plain', 'through a tunnel'])('a connection without data is closed, %s', async (way) => {
  const { server, site } = await world()
  const relay = await startRelay(onBehalfOf(server.context, 1), {
    shown: '127.0.0.1',
    isOwnPath: () => false,
    // Long enough for a busy machine between two steps.
    idleMs: 1000,
  })
  onTestFinished(() => relay.close())
  site.pages['/hangs'] = () => undefined
  const socket = connect(relay.port, '127.0.0.1')
  const closed = once(socket, 'close')
  const host = `Host: 127.0.0.1:${site.port}\r\n`
  const origin = way === 'plain' ? site.url : ''
  if (way !== 'plain') {
    socket.write(`CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\n${host}\r\n`)
    await once(socket, 'data')
  }
  socket.write(`GET ${origin}/ HTTP/1.1\r\n${host}\r\n`)
  await once(socket, 'data')
  socket.write(`GET ${origin}/hangs HTTP/1.1\r\n${host}\r\n`)
  socket.resume()
  await closed
  expect(site.paths()).toEqual(['/', '/hangs'])
})

test('a closed door lets nothing through, not even what is on its way', async () => {
  const { door, site, get } = await world()
  site.pages['/slow'] = (_req, res) => void res.writeHead(200).write('a')
  const slow = get(`${site.url}/slow`)
  await expect.poll(() => site.asked.length).toBe(1)
  door.close()
  await expect(slow).rejects.toThrow()
  await expect(get(`${site.url}/`)).rejects.toThrow('ECONNREFUSED')
})
