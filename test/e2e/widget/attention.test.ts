import { expect, test } from 'vitest'
import { chromium } from '../../support/chromium.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('an invitation is shown once, and never to a visitor who has already chatted', async () => {
  const invitation = { text: 'Can we help?', after: 1, path: '/page-*' }
  const shop = await openShop({ settings: { invitation } })
  const tag = shop.tag('data-invite')
  const { page, widget, chat, launcher, field } = customerOn(await chromium.person())
  await page.goto(shop.page({ tag }))
  const offer = widget.getByRole('button', { name: 'Can we help?' })
  await offer.waitFor()
  expect(await chat.isVisible()).toBe(false)
  await widget.getByRole('button', { name: 'Dismiss message' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.clock.install()
  await page.goto(shop.page({ tag }))
  await launcher.waitFor()
  await page.clock.runFor(60_000)
  expect(await offer.count()).toBe(0)

  const other = customerOn(await chromium.person())
  await other.page.goto(shop.page({ tag }))
  await other.widget.getByRole('button', { name: 'Can we help?' }).click()
  await other.field.waitFor()
  expect(await other.widget.getByRole('button', { name: 'Can we help?' }).count()).toBe(0)
  await launcher.click()
  await field.waitFor()
})

test('messages received while the chat is closed are counted on the launcher, and in the title of a hidden page', async () => {
  const shop = await openShop()
  const customer = customerOn(await chromium.person())
  const { page, open, say, log, launcher } = customer
  await open(shop.page())
  const events = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const counts: number[] = []
        document.querySelector('parley-chat')!.on('unread', ({ detail }) => {
          counts.push(detail.count)
          if (detail.count === 2) resolve(counts)
        })
      }),
  )
  await say('Is anybody there?')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await launcher.click()
  await shop.reply('Yes, Ann here.')
  await page.getByRole('button', { name: 'Chat with us, 1 new message' }).waitFor()
  await expect.poll(() => launcher.textContent()).toBe('1')
  await shop.reply('How can I help?')
  await page.getByRole('button', { name: 'Chat with us, 2 new messages' }).waitFor()
  expect(await events).toContain(2)
  expect(await page.title()).toBe('Bakery')

  // Headless tabs always report being visible; this one reports being hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await shop.reply('Hello?')
  await expect.poll(() => page.title()).toBe('(3 new messages) Bakery')
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await launcher.click()
  await log.getByText('Hello?').waitFor()
  await expect.poll(() => page.title()).toBe('Bakery')
  await page.getByRole('button', { name: 'Chat with us', exact: true }).waitFor()
})

test('no sound plays until the visitor turns it on', async () => {
  const shop = await openShop()
  const person = await chromium.person()
  await person.addInitScript(() => {
    const heard = { notes: 0 }
    const { prototype } = OscillatorNode
    const start = prototype.start
    prototype.start = function (when) {
      heard.notes += 1
      start.call(this, when)
    }
    Object.assign(window, { heard })
  })
  const { page, open, say, log, choose } = customerOn(person)
  const notes = () =>
    page.evaluate(() => (window as unknown as { heard: { notes: number } }).heard.notes)
  await open(shop.page())
  await say('Is anybody there?')
  await log
    .getByText(/ · Sent$/)
    .first()
    .waitFor()
  await shop.reply('Yes.')
  await log.getByText('Yes.', { exact: true }).waitFor()
  expect(await notes()).toBe(0)
  await choose('Turn sound on')
  await shop.reply('And now?')
  await log.getByText('And now?').waitFor()
  await expect.poll(notes).toBe(2)
})
