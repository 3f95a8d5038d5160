import { expect, test } from 'vitest'
import { chromium } from '../../support/chromium.ts'
import { hasFocus } from '../../support/waiting.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('everything can be done by keyboard alone', async () => {
  const shop = await openShop({ settings: { privacy_url: 'https://shop.example.com/privacy' } })
  const {
    page,
    launcher,
    field,
    chat,
    log,
    button,
    choose: _,
  } = customerOn(await chromium.person())
  const { keyboard } = page
  await page.goto(shop.page({ body: '<a id="last" href="#">Order</a>' }))
  await launcher.waitFor()
  await page.focus('#last')
  await keyboard.press('Tab')
  await hasFocus(launcher)
  await keyboard.press('Enter')
  await hasFocus(field)

  // Written, sent, answered.
  await keyboard.type('What does Parley cost?')
  await keyboard.press('Enter')
  await log.getByText(/free/i).first().waitFor()
  await log.getByRole('button', { name: 'Copy' }).first().waitFor()
  await hasFocus(field)

  // Backwards through the panel, in reading order.
  const order: string[] = []
  for (let count = 0; count < 8; count += 1) {
    await keyboard.press('Shift+Tab')
    order.push(
      await page.evaluate(() => {
        const focused = document.activeElement?.shadowRoot?.activeElement
        return focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
      }),
    )
    if (order.at(-1) === 'More') break
  }
  expect(order[0]).toBe('Attach files')
  expect(order).toContain('Conversation')
  expect(order.slice(-2)).toEqual(['Conversation', 'More'])

  // The menu by arrow keys; Escape closes only the menu.
  await keyboard.press('Enter')
  const items = chat.getByRole('menuitem')
  await hasFocus(items.first())
  await keyboard.press('ArrowUp')
  await hasFocus(items.last())
  await keyboard.press('ArrowDown')
  await hasFocus(items.first())
  await keyboard.press('End')
  await hasFocus(chat.getByRole('menuitem', { name: 'Privacy notice' }))
  await keyboard.press('Escape')
  await items.first().waitFor({ state: 'detached' })
  await expect.poll(() => chat.isVisible()).toBe(true)

  // Earlier conversations, and back with Escape.
  await button('More').press('Enter')
  await hasFocus(items.first())
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const back = chat.getByRole('button', { name: 'Back to conversation' })
  await hasFocus(back)
  await chat.getByRole('listitem').first().waitFor()
  await keyboard.press('Escape')
  await hasFocus(field)

  // Into the scrollable log; a draft survives closing and reopening the chat.
  await keyboard.type('Half a thought')
  await log.focus()
  await keyboard.press('Home')
  await keyboard.press('Escape')
  await chat.waitFor({ state: 'hidden' })
  await hasFocus(launcher)
  await keyboard.press('Space')
  await hasFocus(field)
  await expect.poll(() => field.inputValue()).toBe('Half a thought')

  // Tab leaves the widget at the end: no focus trap.
  for (let count = 0; count < 10; count += 1) {
    await keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.localName !== 'parley-chat')) break
  }
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('parley-chat')
})

test('a form, erasing and a rating can be done by keyboard', async () => {
  const form = [{ name: 'email', label: 'E-mail', type: 'email', required: true }]
  const shop = await openShop({ settings: { form } })
  const { page, launcher, field, chat, log } = customerOn(await chromium.person())
  const { keyboard } = page
  await page.goto(shop.page())
  await launcher.focus()
  await keyboard.press('Enter')
  const email = chat.getByLabel('E-mail')
  await hasFocus(email)
  await keyboard.press('Enter')
  await chat.getByText('Please fill this in.').waitFor()
  await hasFocus(email)
  await expect.poll(() => email.getAttribute('aria-describedby')).toBeTruthy()
  await keyboard.type('ann@example.com')
  await keyboard.press('Enter')
  await hasFocus(field)
  await keyboard.type('Hello')
  await keyboard.press('Enter')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()

  // Erasing asks for confirmation; Escape cancels.
  await chat.getByRole('button', { name: 'More' }).press('Enter')
  await hasFocus(chat.getByRole('menuitem').first())
  await keyboard.press('End')
  await keyboard.press('Enter')
  await chat.getByText(/This can’t be undone/).waitFor()
  await keyboard.press('Escape')
  await hasFocus(field)
  await log.getByText('Hello', { exact: true }).waitFor()

  await chat.getByRole('button', { name: 'More' }).press('Enter')
  await hasFocus(chat.getByRole('menuitem').first())
  for (let count = 0; count < 4; count += 1) await keyboard.press('ArrowDown')
  await hasFocus(chat.getByRole('menuitem', { name: 'End conversation' }))
  await keyboard.press('Enter')
  const good = chat.getByRole('radio', { name: 'Good', exact: true })
  await good.waitFor()
  await chat.getByRole('radio').first().focus()
  for (let count = 0; count < 3; count += 1) await keyboard.press('ArrowRight')
  await hasFocus(good)
  await chat.getByRole('button', { name: 'Send rating' }).press('Enter')
  await chat.getByText('Thanks for your rating.').waitFor()
})
