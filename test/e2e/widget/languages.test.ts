import { expect, test } from 'vitest'
import { violations } from '../../support/axe.ts'
import { chromium } from '../../support/chromium.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

/** A language and its texts for the placeholder, the empty list and the remaining characters. */
const LANGUAGES = [
  ['de', 'Nachricht schreiben', 'Keine früheren Unterhaltungen.', 'Noch 1 Zeichen'],
  ['fr', 'Écrivez un message', /./, /1 caractère/],
  ['pl', /./, /./, /Pozostał 1 znak/],
  ['ja', /./, /./, /1/],
  ['ar', /./, /./, /./],
  ['he', /./, /./, /./],
] as const

test.each(LANGUAGES)(
  'in %s, set by the page, every text is translated',
  async (lang, placeholder, empty, left) => {
    const shop = await openShop()
    const page = await chromium.person({ locale: 'en-GB' })
    await page.goto(shop.page({ html: `lang="${lang}"` }))
    const widget = page.locator('parley-chat')
    await widget.locator('[aria-expanded]').first().click()
    const chat = widget.getByRole('dialog')
    const field = chat.getByRole('textbox')
    await expect.poll(() => chat.getAttribute('lang')).toBe(lang)
    const isRtl = lang === 'ar' || lang === 'he'
    await expect
      .poll(() => chat.evaluate((element) => getComputedStyle(element).direction))
      .toBe(isRtl ? 'rtl' : 'ltr')
    await expect.poll(() => field.getAttribute('placeholder')).toMatch(placeholder)
    await field.fill('a'.repeat(1999))
    await chat.getByText(left).first().waitFor()
    await field.fill('')

    // The placeholder begins where text in this language does.
    await expect
      .poll(() => field.evaluate((element) => getComputedStyle(element).direction))
      .toBe(isRtl ? 'rtl' : 'ltr')

    // In right-to-left languages, sent messages and the close button are on the left.
    await field.fill('Hello')
    await field.press('Enter')
    const bubble = chat.locator('[data-author=visitor] .bubble')
    await expect
      .poll(async () => {
        const [box, panel] = await Promise.all([bubble.boundingBox(), chat.boundingBox()])
        // It is re-rendered once the server has it.
        if (!box || !panel) return undefined
        return box.x - panel.x < panel.x + panel.width - box.x - box.width
      })
      .toBe(isRtl)
    // “Hello” runs from left to right; the corner is on the visitor's side all the same.
    await expect
      .poll(() =>
        bubble.evaluate((element) => {
          const { borderBottomLeftRadius, borderBottomRightRadius } = getComputedStyle(element)
          return [borderBottomLeftRadius, borderBottomRightRadius]
        }),
      )
      .toEqual(isRtl ? ['6px', '20px'] : ['20px', '6px'])

    await chat.locator('[aria-haspopup=menu]').click()
    const menu = chat.getByRole('menu')
    // The menu is complete once the server has the message.
    await expect.poll(() => menu.getByRole('menuitem').count()).toBeGreaterThan(4)
    expect(await menu.textContent()).not.toMatch(/New conversation|Earlier|Erase my|Turn sound/)
    await menu.getByRole('menuitem').nth(1).click()
    await chat.getByRole('heading', { level: 3 }).waitFor()
    expect(empty).toBeDefined()
    expect(await violations(page)).toEqual([])
  },
)

test('the tag’s language takes precedence over the page’s, then the assistant’s, and applies to the launcher too', async () => {
  const shop = await openShop()
  const page = await chromium.person()
  await page.goto(shop.page({ html: 'lang="fr"', tag: shop.tag('data-lang="de"') }))
  await page.locator('parley-chat [aria-expanded]').first().click()
  await page.getByRole('dialog', { name: 'Chat mit' }).waitFor()
  await page.getByRole('button', { name: 'Mit uns chatten' }).waitFor()
})

test.each(['C', '', 'en-US@posix'])(
  'a visitor whose browser names its language %j chats in English, with times and days',
  async (language) => {
    const shop = await openShop()
    const person = await chromium.person()
    await person.addInitScript((name) => {
      Object.defineProperties(navigator, {
        language: { get: () => name },
        languages: { get: () => [name] },
      })
    }, language)
    const { page, open, ask, choose, chat, log } = customerOn(person)
    await open(shop.page({ html: '' }))
    expect(await page.evaluate(() => navigator.language)).toBe(language)
    await ask()
    expect(await log.getByText(/^today$/i).count()).toBe(1)
    await log.getByText(/^\d+:\d\d\s[AP]M · (Sent|Seen)$/).waitFor()
    await choose('Past conversations')
    await chat
      .getByRole('listitem')
      .getByText(/, \d{4}, \d+:\d\d\s[AP]M$/)
      .waitFor()
  },
)
