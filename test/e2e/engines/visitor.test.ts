import { describe, expect, onTestFinished, test } from 'vitest'
import { disableAi, listConversations } from '#contracts/conversations.ts'
import { OTHER_ENGINES } from '../../support/engines/all.ts'
import { hasFocus } from '../../support/waiting.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

for (const { name, person } of OTHER_ENGINES) {
  describe.skipIf(!person)(`The widget in ${name}`, () => {
    test('it opens, answers, keeps the conversation across a reload, and shows an operator who joins', async () => {
      const shop = await openShop()
      const customer = customerOn(await person!())
      const { page, log, field, launcher } = customer
      const url = shop.page()
      await customer.open(url)
      await hasFocus(field)
      await customer.ask()
      await expect.poll(() => launcher.count()).toBe(1)

      await page.reload()
      await log.getByText(/free/i).first().waitFor()

      const { data } = await shop.server.call(listConversations)
      await shop.server.call(disableAi, { params: { uuid: data[0]!.id } })
      await log.getByText('You’re now talking to a person').first().waitFor()
      await shop.reply('Hello, this is a person.')
      await log.getByText('Hello, this is a person.').waitFor()
      await customer.say('Thank you!')
      await expect
        .poll(async () => (await shop.conversation()).messages.map(({ content }) => content))
        .toContain('Thank you!')

      await page.keyboard.press('Escape')
      await hasFocus(launcher)
      await log.waitFor({ state: 'hidden' })
    })
  })
}

const webkit = OTHER_ENGINES.find(({ name }) => name === 'WebKit')!

describe.skipIf(!webkit.launchOn)('The widget in WebKit on a system without a language', () => {
  test('it is English, with times and days', async () => {
    const shop = await openShop()
    const browser = await webkit.launchOn!({ language: 'C' })
    onTestFinished(() => browser.close())
    const { page, open, ask, log } = customerOn(await browser.newPage())
    await open(shop.page({ html: '' }))
    expect(await page.evaluate(() => navigator.language)).toBe('C')
    await ask()
    expect(await log.getByText(/^today$/i).count()).toBe(1)
    await log.getByText(/^\d+:\d\d\s[AP]M · (Sent|Seen)$/).waitFor()
  })
})
