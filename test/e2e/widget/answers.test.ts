import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { chromium } from '../../support/chromium.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

const ANSWER = `# Our offer
Bread, **fresh** and *warm*: [order](https://shop.example.com/order) today.

- Rye
- Wheat

| Size | Price |
|------|-------|
| Half | 2 €   |

\`\`\`sh
curl https://shop.example.com
\`\`\`

![A loaf](https://shop.example.com/loaf.png) [no](javascript:alert(1))`

test('an answer is rendered as formatted, and copied as its source text', async () => {
  await using llm = await startLlmStandIn({ reply: ANSWER })
  const shop = await openShop({ config: { llm: { url: llm.url, key: undefined, model: 'any' } } })
  await useHostedModel(shop.server)
  const person = await chromium.person()
  await person.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page, open, log, say } = customerOn(person)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  await open(shop.page())
  await say('What do you have?')
  await log.getByText('[no](javascript:alert(1))').waitFor()
  await expect.poll(() => log.getByRole('list').getByText('Rye').count()).toBe(1)
  await expect.poll(() => log.getByRole('cell').allTextContents()).toEqual(['Half', '2 €'])
  await expect.poll(() => log.locator('strong').allTextContents()).toEqual(['Our offer', 'fresh'])
  await expect.poll(() => log.getByRole('link').allTextContents()).toEqual(['order', 'A loaf'])
  expect(await log.getByRole('link').first().getAttribute('title')).toBe('shop.example.com')
  expect(await log.locator('img').count()).toBe(0)
  await log.locator('.code').getByRole('button', { name: 'Copy' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('curl https://shop.example.com')
  await page.getByText('Copied').first().waitFor()
  await log.getByRole('button', { name: 'Copy' }).last().click()
  await expect.poll(copied).toBe(ANSWER)
  expect(new Set(asked)).toEqual(
    new Set([new URL(shop.site.origin).host, new URL(shop.server.url).host]),
  )
})

test('an answer cites its sources', async () => {
  const shop = await openShop()
  const base = await createdBase(shop.server)
  const text = '# Dogs\n\nDogs are welcome on the terrace and in the garden.\n'
  await readDocument(shop.server, base, fileOf('pets.md', text))
  const body = { knowledgebase_id: base }
  await shop.server.call(updateAssistant, { params: { id: shop.id }, body })
  const { open, field, log } = customerOn(await chromium.person())
  await open(shop.page())
  await field.fill('Are dogs welcome?')
  await field.press('Enter')
  await log.getByText(/terrace/).waitFor()
  const sources = log.getByRole('list', { name: 'Sources' })
  await expect.poll(() => sources.getByRole('listitem').allTextContents()).toEqual(['1pets.md'])
})

test('an answer can be stopped while it streams, and what has arrived stays', async () => {
  const shop = await openShop({ config: { limits: { builtInWordMs: 250 } } })
  const { open, field, log, button } = customerOn(await chromium.person())
  await open(shop.page())
  await field.fill('What does Parley cost?')
  await field.press('Enter')
  await log.getByText(/Parley is/).waitFor()
  const send = button('Send')
  const stop = button('Stop answer')
  await stop.waitFor()
  await expect.poll(() => send.count()).toBe(0)
  await stop.click()
  await log.getByText(/This answer was cut off\./).waitFor()
  await send.waitFor()
  const shown = await log.locator('[data-author=assistant] .bubble').last().textContent()
  const { messages } = await shop.conversation()
  expect(messages.at(-1)).toMatchObject({ status: 'interrupted', content: shown })
  // It arrives on the same stream, after anything that might still have come of the answer.
  await shop.reply('Ann here.')
  await log.getByText('Ann here.').waitFor()
  expect(await log.locator('[data-author=assistant] .bubble').last().textContent()).toBe(shown)
})

test('an answer truncated by its provider continues on request', async () => {
  await using llm = await startLlmStandIn({
    personality: 'cutOnce',
    reply: 'We are open until six.',
  })
  const shop = await openShop({ config: { llm: { url: llm.url, key: undefined, model: 'any' } } })
  await useHostedModel(shop.server)
  const { open, log, say, button } = customerOn(await chromium.person())
  await open(shop.page())
  await say('When are you open?')
  await log.getByText(/This answer was cut off\./).waitFor()
  expect((await shop.conversation()).messages.at(-1)).toMatchObject({ status: 'interrupted' })
  await button('Continue answer').click()
  await log.getByText(/until six\./).waitFor()
  await log.getByText(/This answer was cut off\./).waitFor({ state: 'detached' })
  await expect.poll(() => button('Continue answer').count()).toBe(0)
  await expect
    .poll(async () => (await shop.conversation()).messages.at(-1))
    .toMatchObject({ status: 'complete' })
})

test('starters are sent with a click, and suggested replies appear below an answer', async () => {
  const settings = { starters: ['What does Parley cost?'], replies: ['Thank you!'] }
  const shop = await openShop({ settings })
  const { open, log, button } = customerOn(await chromium.person())
  await open(shop.page())
  await button('What does Parley cost?').click()
  await log.getByText(/free/i).first().waitFor()
  await button('Thank you!').click()
  await expect
    .poll(async () =>
      (await shop.conversation()).messages
        .filter(({ author }) => author === 'visitor')
        .map(({ content }) => content),
    )
    .toEqual(['What does Parley cost?', 'Thank you!'])
  await expect.poll(() => button('What does Parley cost?').count()).toBe(0)
})
