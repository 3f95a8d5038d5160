import { describe, expect, onTestFinished, test } from 'vitest'
import { disableAi, listConversations } from '#contracts/conversations.ts'
import { OTHER_ENGINES } from '../../support/engines/all.ts'
import { visitorIn } from '../../support/engines/visitor-in.ts'
import { openShop } from '../../support/widget-shop.ts'

for (const { name, launch } of OTHER_ENGINES) {
  describe.skipIf(!launch)(`The widget in ${name}`, () => {
    test('it opens, answers, keeps the conversation across a reload, and shows an operator who joins', async () => {
      const [shop, browser] = await Promise.all([openShop(), launch!()])
      onTestFinished(() => browser.close())
      const { click, hasFocus, says, log, launchers, opens, asks, closes } = visitorIn(browser)

      await browser.open(shop.page())
      await opens()
      await asks()
      expect(await launchers()).toBe(1)

      await browser.reload()
      await says(/free/i)

      const { data } = await shop.server.call(listConversations)
      await shop.server.call(disableAi, { params: { uuid: data[0]!.id } })
      await says('You’re now talking to a person')
      await shop.reply('Hello, this is a person.')
      await says('Hello, this is a person.')
      await click('textarea')
      await browser.type('Thank you!\n')
      await expect
        .poll(async () => (await shop.conversation()).messages.map(({ content }) => content))
        .toContain('Thank you!')

      await closes()
      await hasFocus('button')
      expect(await log()).toBe('')
    })
  })
}
