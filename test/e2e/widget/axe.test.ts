import type { BrowserContextOptions, Page } from 'playwright'
import { expect, test } from 'vitest'
import { violations } from '../../support/axe.ts'
import { chromium } from '../../support/chromium.ts'
import { type Customer, customerOn, openShop, type Shop } from '../../support/widget-shop.ts'

const FORM = [
  { name: 'email', label: 'E-mail', type: 'email', required: true },
  { name: 'topic', label: 'Topic', type: 'choice', options: ['Bread', 'Cake'], required: true },
  { name: 'more', label: 'More', type: 'long' },
]
const ALWAYS_AWAY = [[], [], [], [], [], [], []]

/** Ways of viewing the chat; the last is a phone in dark mode with reduced motion. */
const WAYS: readonly (readonly [name: string, way: BrowserContextOptions, html: string])[] = [
  ['light', {}, 'lang="en"'],
  ['dark', { colorScheme: 'dark' }, 'lang="en"'],
  ['right to left', {}, 'lang="ar" dir="rtl"'],
  [
    'on a phone',
    {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    },
    'lang="en"',
  ],
  ['in forced colours', { forcedColors: 'active' }, 'lang="en"'],
]

/** Runs axe in each state and reports violations under the state's name. */
function judge(page: Page) {
  const found: [string, string[]][] = []
  return {
    async see(state: string): Promise<void> {
      found.push([state, await violations(page, 'parley-chat', ['target-size'])])
    },
    verdict: () => found.filter(([, violations]) => violations.length > 0),
  }
}

async function opened(shop: Shop, way: BrowserContextOptions, html: string) {
  const page = await chromium.person(way)
  const widget = page.locator('parley-chat')
  const chat = widget.getByRole('dialog').first()
  await page.goto(shop.page({ html }))
  const { see, verdict } = judge(page)
  return {
    ...customerOn(page),
    chat,
    log: chat.getByRole('log'),
    field: chat.getByRole('textbox').last(),
    see,
    verdict,
  }
}

/** Opens the menu and picks an item by position, so it works in any language. */
async function chooseNth({ chat }: Pick<Customer, 'chat'>, nth: number): Promise<void> {
  await chat.locator('[aria-haspopup=menu]').click()
  await chat.getByRole('menuitem').nth(nth).click()
}

test.each(WAYS)(
  'axe finds no violations in any state, %s',
  async (_, way, html) => {
    const settings = { starters: ['What does Parley cost?'], replies: ['Thank you!'] }
    const shop = await openShop({ settings })
    const customer = await opened(shop, way, html)
    const { page, chat, launcher, log, field, see, verdict } = customer
    await launcher.waitFor()
    await see('closed')
    await launcher.click()
    await chat.locator('.suggestions button').waitFor()
    await see('open')
    await chat.locator('.suggestions button').click()
    await log.getByText(/free/i).first().waitFor()
    await chat.getByText('Thank you!').waitFor()
    await see('answered')
    await shop.reply('Hello, **Ann** here: https://shop.example.com')
    await log.getByText(/Ann/).waitFor()
    await see('a person has written')
    await field.fill('a'.repeat(2003))
    await see('too long')
    await field.fill('')
    await chat.locator('input[type=file]').setInputFiles([
      { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('7 €') },
      { name: 'virus.exe', mimeType: 'text/plain', buffer: Buffer.from('x') },
    ])
    await chat.locator('.taken li').waitFor()
    await see('a file taken, another refused')
    await field.press('Enter')
    await log.getByRole('link', { name: 'bill.txt' }).waitFor()
    await see('a file sent')
    await chat.locator('[aria-haspopup=menu]').click()
    await chat.getByRole('menu').waitFor()
    await see('menu')
    await page.keyboard.press('Escape')
    await chooseNth(customer, 1)
    await chat.getByRole('listitem').first().waitFor()
    await see('history')
    await page.keyboard.press('Escape')
    await chooseNth(customer, 5)
    await chat.locator('.danger').waitFor()
    await see('erase')
    await page.keyboard.press('Escape')
    await chooseNth(customer, 4)
    await chat.getByRole('radio').nth(3).check({ force: true })
    await see('ended, rating')
    await chat.locator('.rating .primary').click()
    await chat.locator('.rating').waitFor({ state: 'detached' })
    await see('rated')
    expect(verdict()).toEqual([])
  },
  120_000,
)

test.each(WAYS.slice(0, 3))(
  'axe finds no violations before the chat starts or outside office hours, %s',
  async (_, way, html) => {
    const settings = {
      form: FORM,
      hours: ALWAYS_AWAY,
      invitation: { text: 'Can we help?', after: 0 },
    }
    const shop = await openShop({ settings })
    const { page, chat, launcher, log, field, see, verdict, widget } = await opened(shop, way, html)
    await page.goto(shop.page({ html, tag: shop.tag('data-invite') }))
    await widget.getByRole('button', { name: 'Can we help?' }).waitFor()
    await see('invitation')
    await launcher.click()
    await chat.locator('.form .primary').click()
    await chat.locator('.problem').first().waitFor()
    await see('form with problems')
    await chat.getByLabel('E-mail').fill('ann@example.com')
    await chat.getByLabel('Topic').selectOption('Cake')
    await see('form filled in')
    await chat.locator('.form .primary').click()
    await chat.locator('.away').waitFor()
    await see('away')
    await field.fill('Please call')
    await field.press('Enter')
    await log.locator('[data-author=visitor]').first().waitFor()
    await see('a message left')
    expect(verdict()).toEqual([])
  },
)

test.each(WAYS.slice(0, 2))('axe finds no violations in error states, %s', async (_, way, html) => {
  const shop = await openShop()
  const { page, chat, launcher, field, log, see, verdict } = await opened(shop, way, html)
  // Every request fails: the ones for the assistant and the reachability probe.
  await page.route('**/api/widget/assistants/*', (route) => route.abort())
  await page.route('**/widget.js', (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  )
  await page.goto(shop.page({ tag: shop.tag('data-fallback="mailto:help@example.com"') }))
  await launcher.click()
  await chat.locator('.notice').getByText('Can’t reach the chat.').waitFor()
  await see('unreachable')
  await page.unroute('**/api/widget/assistants/*')
  await chat.getByRole('button', { name: 'Try again' }).click()
  await field.waitFor()
  await field.fill('Hello')
  await field.press('Enter')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await page.route('**/api/widget/**', (route) => route.abort())
  await field.fill('Lost')
  await field.press('Enter')
  await log.getByText('Not sent.').waitFor()
  await see('not sent')
  await page.context().setOffline(true)
  await chat
    .getByText(/^Not up to date/)
    .first()
    .waitFor()
  await see('not up to date')
  expect(verdict()).toEqual([])
  await page.context().setOffline(false)

  await page.unroute('**/api/widget/**')
  const other = await opened(shop, way, html)
  await other.page.goto(
    shop.page({
      tag: shop
        .tag()
        .replace(/data-assistant="[^"]+"/, 'data-assistant="0198c5a4-0000-7000-8000-0000000000ff"'),
    }),
  )
  await other.launcher.click()
  await other.chat.getByText('Chat is not available right now.').waitFor()
  await other.see('gone')
  expect(other.verdict()).toEqual([])
})
