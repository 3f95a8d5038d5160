import { expect, test } from 'vitest'
import { listCalls } from '#contracts/calls.ts'
import { speakingBrowser } from '../../support/speaking-browser.ts'
import { speech } from '../../support/web-calls.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

test('a visitor speaks to the assistant, hears the answer, and finds both in the chat', async () => {
  const shop = await openShop({
    assistant: { initial_message: 'Welcome.', endpoint_sensitivity: 5 },
    config: { outside: { speech } },
  })
  const customer = customerOn(await speakingBrowser('thank you'))
  await customer.open(shop.page())
  await customer.button('Start voice call').click()
  // The browser processes the microphone signal: losing half a letter would decode to different text.
  const said = async () => (await shop.conversation()).messages.slice(0, 3)
  await expect
    .poll(async () => (await said()).map(({ author }) => author), { timeout: 60_000 })
    .toEqual(['assistant', 'visitor', 'assistant'])
  const [, question, answer] = await said()
  expect(question!.content).not.toBe('')
  await customer.button('Hang up').click()
  await expect
    .poll(async () => (await shop.server.call(listCalls)).data[0])
    .toMatchObject({ type: 'web', status: 'completed' })
  await customer.log.getByText(answer!.content.slice(0, 12)).first().waitFor()
})
