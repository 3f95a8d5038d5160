import { describe, expect, test } from 'vitest'
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
