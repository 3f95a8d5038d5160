import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { getEmbedding } from '#contracts/assistant-embedding.ts'
import { activateAssistant } from '#contracts/assistants.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { chromium } from '../../support/chromium.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('an inline chat fills its container in the page', async () => {
  const shop = await openShop()
  const { page, chat, field, ask, button, widget } = customerOn(await chromium.person())
  const body = `<div id="place" style="inline-size:500px;block-size:600px"><parley-chat assistant="${shop.uuid}" inline></parley-chat></div>`
  await page.goto(
    shop.page({ body, tag: `<script src="${shop.server.url}/widget.js" async></script>` }),
  )
  await field.waitFor()
  const [place, box] = await Promise.all([page.locator('#place').boundingBox(), chat.boundingBox()])
  expect(box).toEqual(place)
  expect(await button('Close chat').count()).toBe(0)
  expect(await widget.locator('[aria-expanded]').first().isVisible()).toBe(false)
  await ask()
  await field.press('Escape')
  await field.waitFor()
  // It took no focus from the page, and is removed with its container.
  await page.evaluate(() => document.querySelector('#place')!.remove())
  await chat.waitFor({ state: 'detached' })
})

test('as a module, createChat adds a chat to a page of another origin, and its methods work as documented', async () => {
  const shop = await openShop()
  const { page, chat, field, log, launcher } = customerOn(await chromium.person())
  const head = `<script type="module">
    import { createChat } from '${shop.server.url}/widget/parley.js'
    const chat = window.chat = createChat({ assistant: '${shop.uuid}', color: '#be185d', position: 'bottom-left', offsetX: 40 })
    window.events = []
    for (const type of ['open', 'close', 'message']) chat.on(type, (event) => events.push(event.type + ' ' + (event.detail?.author ?? '')))
  </script>`
  await page.goto(shop.page({ head, tag: '' }))
  await launcher.waitFor()
  const box = (await launcher.boundingBox())!
  expect(box.x).toBeLessThan(100)
  expect(box.x).toBeGreaterThanOrEqual(40)
  await expect
    .poll(() => launcher.evaluate((button) => getComputedStyle(button).backgroundColor))
    .toBe('rgb(190, 24, 93)')
  const call = (verb: string, parameter?: string) =>
    page.evaluate(
      ([verb, parameter]) => {
        const { chat } = window as unknown as { chat: Record<string, (given?: string) => unknown> }
        return void chat[verb!]!(parameter)
      },
      [verb, parameter],
    )
  await call('send', 'What does Parley cost?')
  await call('open')
  await field.waitFor()
  await log.getByText('What does Parley cost?').waitFor()
  await log.getByText(/free/i).first().waitFor()
  await call('close')
  await chat.waitFor({ state: 'hidden' })
  await call('toggle')
  await field.waitFor()
  await call('hide')
  await launcher.waitFor({ state: 'hidden' })
  await call('show')
  await launcher.waitFor()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { events: string[] }).events))
    .toEqual(expect.arrayContaining(['open ', 'message assistant', 'close ']))
  await call('destroy')
  await expect.poll(() => page.locator('parley-chat').count()).toBe(0)
})

test('self-hosted files work when the tag names the server’s address', async () => {
  const shop = await openShop()
  const zip = await fetch(`${shop.server.url}/widget/parley-widget.zip`)
  expect(zip.status).toBe(200)
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const names = Object.keys(files)
  expect(names.join()).toMatch(/widget\.js/)
  const copy = shop.site.at('/copied', (req, res) => {
    const name = names.find(
      (known) =>
        known.endsWith(`/${req.url!.split('/').pop()}`) || known === req.url!.split('/').pop(),
    )
    res.writeHead(name ? 200 : 404, { 'content-type': 'text/javascript' }).end(name && files[name])
  })
  const { page, launcher, ask, field } = customerOn(await chromium.person())
  const fromServer: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === shop.server.url) fromServer.push(pathname)
  })
  const tag = `<script src="${copy}/widget.js" data-assistant="${shop.uuid}" data-server="${shop.server.url}"></script>`
  await page.goto(shop.page({ tag }))
  await launcher.click()
  await field.waitFor()
  await ask()
  expect(fromServer.filter((path) => !path.startsWith('/api/widget/'))).toEqual([])
})

test('the pinned launcher is checked against its hash, and a modified one does not run', async () => {
  const shop = await openShop({ isOnDisk: true })
  const { url, integrity } = shop.pinned!
  const tag = (hash: string) =>
    `<script src="${url}" integrity="${hash}" crossorigin data-assistant="${shop.uuid}" async></script>`
  const { page, launcher, field, ask } = customerOn(await chromium.person())
  await page.goto(shop.page({ tag: tag(integrity) }))
  await launcher.click()
  await field.waitFor()
  await ask()
  await page.goto(shop.page({ tag: tag(integrity.replace(/.{8}$/, 'AAAAAAA=')) }))
  expect(await page.locator('parley-chat').count()).toBe(0)
})

test('two assistants on one page are two independent chats', async () => {
  const shop = await openShop()
  const id = await createdAssistant(shop.server, {
    name: 'Bakery',
    initial_message: 'Good morning!',
  })
  await shop.server.call(activateAssistant, { params: { id } })
  const { uuid } = await shop.server.call(getEmbedding, { params: { id } })
  const second = shop.tag('data-position="left"').replace(shop.uuid, uuid)
  const page = await chromium.person()
  await page.goto(shop.page({ tag: shop.tag() + second }))
  const [first, other] = [shop.uuid, uuid].map((id) =>
    page.locator(`parley-chat[assistant="${id}"]`),
  )
  for (const chat of [first!, other!]) {
    await chat.locator('[aria-expanded]').first().click()
    const field = chat.getByRole('textbox')
    await field.fill(`Hello ${await chat.getAttribute('assistant')}`)
    await field.press('Enter')
    await chat
      .getByText(/ · Sent$/)
      .first()
      .waitFor()
  }
  await other!.getByText('Good morning!').waitFor()
  expect(await other!.getByText(`Hello ${shop.uuid}`).count()).toBe(0)
  expect(await first!.getByText(`Hello ${uuid}`).count()).toBe(0)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  const owners = new Set(keys.map((key) => key.split(':').slice(0, 2).join(':')))
  expect([...owners].sort()).toEqual([`parley:${shop.uuid}`, `parley:${uuid}`].sort())
})

test('calls made before the script has loaded run once it has', async () => {
  const shop = await openShop()
  const { page, field, launcher } = customerOn(await chromium.person())
  const head = `<script>
    window.parley = (...call) => (window.parley.q ??= []).push(call)
    window.said = []
    parley('on', 'open', () => said.push('open'))
    parley('ready', (chat) => said.push('ready ' + chat.localName))
    parley('open')
  </script>`
  await page.goto(shop.page({ head }))
  await field.waitFor()
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  await expect.poll(said).toEqual(['ready parley-chat', 'open'])
  await page.evaluate(() => window.parley!('close'))
  await expect.poll(() => launcher.getAttribute('aria-expanded')).toBe('false')
})
