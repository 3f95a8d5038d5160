import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getEmbedding, updateEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import type { SiteSeen, SiteToShow } from '../../electron/desktop-api.ts'
import type {} from '../../renderer/app/desktop/desktop.ts'
import { framed } from '../support/checked-pages/page.ts'
import { partsOf } from '../support/lab-guest.ts'
import { clientsOf, KEY } from '../support/server.ts'
import { type Desktop, desktopHost, launchDesktop } from './launch.ts'

/* The window in which the desktop app shows a checked page, with real pages in a real Chromium. */

/** Stand-in only, where what was refused is recorded. */
const inStandIn = test.runIf(desktopHost() === 'stand-in')

/** A page, or a handler for it. */
type SitePage = string | ((req: IncomingMessage, res: ServerResponse) => unknown)

const html =
  (text: string, headers: Record<string, string> = {}): SitePage =>
  (_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text)

const PAGES: Record<string, SitePage> = {
  '/open': framed('<h1>Bakery</h1>'),
  '/strict': html(framed('<h1>Bakery</h1>'), { 'content-security-policy': "default-src 'self'" }),
  '/dynamic': html(framed('<script nonce="abc">document.title = 1</script>'), {
    'content-security-policy': "script-src 'nonce-abc' 'strict-dynamic'",
  }),
  '/packed': (_req, res) =>
    res
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' })
      .end(gzipSync(framed('<h1>Bäckerei</h1>'))),
  '/asks': framed(`<script>
    Notification.requestPermission().then((state) => { document.body.dataset.notifications = state })
    navigator.geolocation.getCurrentPosition(
      () => { document.body.dataset.place = 'told' },
      ({ code }) => { document.body.dataset.place = code === 1 ? 'denied' : 'unknown' })
    for (const name of ['microphone', 'camera', 'clipboard-read', 'midi'])
      navigator.permissions.query({ name }).then(({ state }) => { document.body.setAttribute('data-' + name, state) })
  </script>`),
  '/away': framed(`<script>
    window.open('/popup')
    const leave = (href) => Object.assign(document.createElement('a'), { href }).click()
    leave('mailto:ada@example.com')
    leave('file:///etc/passwd')
    alert('Stay!')
    setTimeout(() => { location.href = '/landed' }, 300)
  </script><a id="save" href="/save" download>Save</a>`),
  '/landed': framed('<h1>Landed</h1>'),
  '/popup': framed('<h1>Popup</h1>'),
  '/covered': framed(
    '<a style="position:fixed;inset:auto 18px 18px auto;width:50px;height:50px;background:#999" class="back-to-top" href="#">Top</a><div style="position:fixed;inset:0;pointer-events:none"></div>',
  ),
  '/clobbered': framed(
    `<form style="position:fixed;inset:auto 18px 18px auto;width:50px;height:50px" class="search ${'x'.repeat(1000)}" id="find">
      ${['id', 'classList', 'localName', 'closest', 'parentElement', 'contains', 'getBoundingClientRect', 'getAttribute'].map((name) => `<input name="${name}" hidden>`).join('')}
    </form>
    ${['querySelectorAll', 'elementsFromPoint', 'parleySaw'].map((name) => `<img name="${name}" alt="">`).join('')}`,
  ),
  '/worker': framed("<script>navigator.serviceWorker.register('/sw.js')</script>"),
  '/sw.js': (_req, res) =>
    res
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end("addEventListener('fetch', () => 0)"),
  '/mobile': framed(
    '<h1>Bakery</h1>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
  ),
  '/endless': (_req, res) => {
    const part = '<p>'.repeat(100_000)
    const more = () => {
      while (!res.destroyed && res.write(part));
    }
    res.writeHead(200, { 'content-type': 'text/html' }).on('drain', more)
    more()
  },
  '/latin': (_req, res) =>
    res
      .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
      .end(Buffer.from('<h1>B\u00e4ckerei</h1>', 'latin1')),
  '/file': (_req, res) =>
    res
      .writeHead(200, {
        'content-type': 'text/html',
        'content-disposition': 'attachment; filename="page.html"',
      })
      .end(framed('')),
  '/hangs': framed('<script>for (;;);</script>'),
}

let desktop: Desktop
let site: Server
let url: string
/** Something in the operator's private network that Parley may not reach. */
let secret: Server
const told: string[] = []
let chat: { uuid: string; origin: string; snippet: string }

beforeAll(async () => {
  site = await serve((req, res) => {
    const page = PAGES[req.url!]
    if (typeof page === 'function') page(req, res)
    else if (page === undefined) res.writeHead(404).end()
    else res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  secret = await serve((req, res) => {
    told.push(req.url!)
    res.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret')
  })
  const address = `127.0.0.1:${portOf(site)}`
  url = `http://${address}`
  desktop = await launchDesktop({ PARLEY_ALLOW_PRIVATE: address, PARLEY_API_KEY: KEY })
  const { call } = clientsOf(new URL(desktop.page.url()).origin)
  const params = { id: 1 }
  await call(activateAssistant, { params })
  await call(updateEmbedding, { params, body: { allowed_origins: [url] } })
  chat = await call(getEmbedding, { params })
})
afterAll(async () => {
  await desktop?.[Symbol.asyncDispose]()
  for (const server of [site, secret]) {
    server?.closeAllConnections()
    server?.close()
  }
})

function serve(handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Shows a page as the desk does. */
const show = (path: string, size: SiteToShow['size'] = 'desktop', host = url) =>
  desktop.page.evaluate((page) => window.desktop!.showSite(page), {
    assistant: chat.uuid,
    url: host + path,
    size,
  })

async function seen(path: string, size: SiteToShow['size'] = 'desktop'): Promise<SiteSeen> {
  const outcome = await show(path, size)
  if ('fault' in outcome) throw new Error(`${outcome.fault}: ${outcome.reason}`)
  return outcome.seen
}

/** The page in the window. */
async function shown(): Promise<Page> {
  const found = () =>
    desktop.page
      .context()
      .pages()
      .find((page) => page.url().startsWith(`${url}/`))
  await expect.poll(() => found()?.url()).toBeTruthy()
  return found()!
}

const windows = () =>
  desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getTitle()),
  )

test('the chat appears on a page without a policy, and its visitor can chat', async () => {
  expect(await seen('/open')).toEqual({
    url: `${url}/open`,
    isAdded: true,
    tags: 1,
    hasLauncher: true,
    violations: [],
    failures: [],
    workers: [],
    obstacles: [],
    offset_y: null,
  })
  expect(await windows()).toContain(`${new URL(url).host}: Corner Bakery`)
  const page = await shown()
  const { launcher, field } = partsOf(page)
  await launcher.click()
  await field.waitFor()
})

test('a page with the code of its own gets no second one, and one that a script adds is counted', async () => {
  PAGES['/tagged'] = framed(chat.snippet)
  expect(await seen('/tagged')).toMatchObject({ isAdded: false, tags: 1, hasLauncher: true })
  PAGES['/managed'] = framed(`<script>
    const tag = document.createElement('script')
    tag.src = '${chat.origin}/widget.js'
    tag.dataset.assistant = ['${chat.uuid.slice(0, 8)}', '${chat.uuid.slice(9)}'].join('-')
    document.head.append(tag)
  </script>`)
  expect(await seen('/managed')).toMatchObject({ isAdded: true, tags: 2, hasLauncher: true })
})

test.each(['/strict', '/dynamic'])('on %s the tag meets the policy of the page', async (path) => {
  const { hasLauncher, violations } = await seen(path)
  expect(hasLauncher).toBe(false)
  expect(violations).toEqual([
    { directive: 'script-src-elem', blocked: `${chat.origin}/widget.js` },
  ])
})

test.each(['/packed', '/latin'])('%s arrives whole', async (path) => {
  expect(await seen(path)).toMatchObject({ isAdded: true, hasLauncher: true })
  expect(await (await shown()).getByRole('heading').textContent()).toBe('Bäckerei')
})

test('a page that asks for permissions gets none', async () => {
  await seen('/asks')
  const page = await shown()
  const states = () => page.evaluate(() => ({ ...document.body.dataset }))
  await expect.poll(states).toEqual({
    notifications: 'denied',
    place: 'denied',
    microphone: 'denied',
    camera: 'denied',
    clipboardRead: 'denied',
    midi: 'denied',
  })
})

test('a page may lead to another one, but opens no window, dialog or program, and saves nothing', async () => {
  expect(await seen('/away')).toMatchObject({ url: `${url}/landed`, hasLauncher: true })
  const page = await shown()
  expect(await windows()).toHaveLength(2)
  await page.goto(`${url}/open`)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: '/open',
      download: 'page.html',
    })
    link.click()
  })
  if (desktop.host === 'stand-in') {
    const blocked = () => desktop.evaluate(({ seen: { blocked } }) => blocked)
    await expect.poll(blocked).toEqual(expect.arrayContaining([`${url}/popup`, `${url}/open`]))
    expect(await desktop.evaluate(({ seen: { opened } }) => opened)).toEqual([])
  }
})

test('a page reaches neither the private network nor the desk, only the chat', async () => {
  await seen('/open')
  const page = await shown()
  const reach = (address: string, mode?: RequestMode, credentials?: RequestCredentials) =>
    page.evaluate(
      async ({ target, ...options }) =>
        (await fetch(target, options).catch(() => undefined))?.status,
      { target: address, ...(mode && { mode }), ...(credentials && { credentials }) },
    )
  const host = `127.0.0.1:${portOf(secret)}`
  expect(await reach(`http://${host}/`)).toBeUndefined()
  expect(await reach(`http://${host}/blind`, 'no-cors')).not.toBe(200)
  expect(await reach(`http://localhost:${portOf(secret)}/`, 'no-cors')).not.toBe(200)
  const socket = await page.evaluate(
    (address) =>
      new Promise((resolve) => {
        const opened = new WebSocket(address)
        opened.onopen = () => resolve('open')
        opened.onerror = () => resolve('refused')
      }),
    `ws://${host}/`,
  )
  expect(socket).toBe('refused')
  expect(told).toEqual([])
  const desk = new URL(desktop.page.url()).origin
  expect(await reach(`${desk}/api/user/me`, 'cors', 'include')).toBeUndefined()
  expect(await reach(`${desk}/api/widget/assistants/${chat.uuid}`)).toBe(200)
  await page.goto(`${desk}/app/`).catch(() => undefined)
  expect(await page.locator('body').textContent()).not.toContain('Inbox')
})

test('nothing is left for the next page', async () => {
  await seen('/open')
  await (await shown()).evaluate(async () => {
    await cookieStore.set('left', '1')
    localStorage.setItem('left', '1')
  })
  await seen('/open', 'phone')
  const kept = await (await shown()).evaluate(() => [document.cookie, localStorage.getItem('left')])
  expect(kept).toEqual(['', null])
})

test('at phone size the page is on a phone', async () => {
  expect(await seen('/mobile', 'phone')).toMatchObject({ hasLauncher: true })
  const page = await shown()
  const device = await page.evaluate(() => ({
    size: [innerWidth, innerHeight],
    isPhone: matchMedia('(hover: none) and (pointer: coarse)').matches,
    touches: navigator.maxTouchPoints,
    name: navigator.userAgent,
  }))
  expect(device).toEqual({
    size: [390, 844],
    isPhone: true,
    touches: 5,
    name: expect.stringMatching(/^Mozilla\/5\.0 \(Linux; Android 10; K\).*Mobile/),
  })
  await seen('/open')
  expect(await (await shown()).evaluate(() => navigator.userAgent)).not.toMatch(/Electron|Parley/)
})

test('a button in the launcher’s place is found, with the offset that clears it', async () => {
  const { obstacles, offset_y } = await seen('/covered')
  expect(obstacles).toEqual(['a.back-to-top'])
  expect(offset_y).toBe(80)
})

test('names of elements do not hide what the page is looked at with', async () => {
  const { obstacles, offset_y, hasLauncher } = await seen('/clobbered')
  expect([hasLauncher, offset_y]).toEqual([true, 80])
  expect(obstacles).toEqual([`form#find.search.${'x'.repeat(1000)}`.slice(0, 500)])
})

test('a service worker is found', async () => {
  expect((await seen('/worker')).workers).toEqual([`${url}/sw.js`])
})

test('a page that cannot be loaded is told apart, and an unknown assistant opens nothing', async () => {
  const nowhere = await desktop.page.evaluate((page) => window.desktop!.showSite(page), {
    assistant: '00000000-0000-4000-8000-000000000000',
    url: `${url}/open`,
    size: 'desktop',
  } as const)
  expect(nowhere).toEqual({ fault: 'unavailable' })
  expect(await windows()).toHaveLength(1)
})

test('a page without end is cut off, and a download is no page', async () => {
  expect(await show('/endless')).toEqual({ fault: 'unreachable', reason: 'ERR_ABORTED' })
  expect(await show('/file')).toMatchObject({ fault: 'unreachable' })
})

test('an address that does not answer or may not be reached is no page', async () => {
  const gone = await serve(() => undefined)
  const closed = portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  for (const port of [closed, portOf(secret)])
    expect(await show('/', 'desktop', `http://127.0.0.1:${port}`)).toEqual({
      fault: 'unreachable',
      reason: 'ERR_EMPTY_RESPONSE',
    })
  expect(told).toEqual([])
})

inStandIn('a page that hangs keeps neither the app nor the answer', async () => {
  expect(await show('/hangs')).toMatchObject({ fault: 'silent' })
})

test('on the screen the window’s findings stand next to those of the reading, and closing the desk closes it', async () => {
  const { page } = desktop
  await page.goto(new URL('/app/assistants/1/embed', page.url()).href)
  const card = page.locator('#embed-check')
  await card.getByRole('textbox', { name: 'Address of the page' }).fill(`${url}/covered`)
  await card.getByRole('button', { name: 'Check' }).click()
  await card.getByText('1 thing to look at').waitFor()
  await card.getByRole('button', { name: 'Open at phone size' }).click()
  await card.getByText('The chat appears on the page. Its code was added').waitFor()
  const inWindow = card.getByRole('list', { name: 'At phone size:' })
  await inWindow.getByText('Something is in the way of the button').waitFor()
  await inWindow.getByRole('button', { name: 'Move the button up to 80 px' }).click()
  await page.getByText('Not saved yet.').waitFor()

  await card.getByRole('textbox', { name: 'Address of the page' }).fill(`${url}/strict`)
  await card.getByRole('button', { name: 'Check again' }).click()
  await card.getByRole('button', { name: 'Open at desktop size' }).click()
  await card
    .getByRole('list', { name: 'At desktop size:' })
    .getByText('The content security policy blocked the chat')
    .waitFor()
  expect(await windows()).toHaveLength(2)

  await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.destroy())
  await expect.poll(() => windows().catch(() => [])).toEqual([])
})
