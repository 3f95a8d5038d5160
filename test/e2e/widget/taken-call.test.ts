import { expect, test } from 'vitest'
import { violations } from '../../support/axe.ts'
import { operatorOn } from '../../support/people.ts'
import { speakingBrowser } from '../../support/speaking-browser.ts'
import { speech } from '../../support/web-calls.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

/** Timeout for something said aloud. */
const SPOKEN = { timeout: 60_000 }

test('an operator listens to a call, speaks with the visitor, and hands it back', async () => {
  const shop = await openShop({
    assistant: { initial_message: 'Welcome.', endpoint_sensitivity: 5 },
    config: { outside: { speech } },
  })
  // The visitor stays silent until after the end of the story.
  const customer = customerOn(await speakingBrowser('x', { afterSeconds: 120 }))
  await customer.open(shop.page())
  await customer.button('Start voice call').click()
  await customer.button('Hang up').waitFor()

  const operator = operatorOn(await speakingBrowser('good day', { afterSeconds: 2 }))
  const { page } = operator
  await operator.signIn(shop.server)
  await operator.openFirst()
  const bar = page.getByRole('region', { name: 'Call', exact: true })
  await bar.getByRole('button', { name: 'Listen in' }).click()
  await bar.getByRole('button', { name: 'Stop listening' }).waitFor()
  expect(await violations(page)).toEqual([])
  await operator.thread.getByText(/listened to the call$/).waitFor()

  await bar.getByRole('button', { name: 'Take the call' }).click()
  await bar.getByText('You’re on the call.').waitFor()
  expect(await violations(page)).toEqual([])
  await customer.chat.getByText('You’re now talking to a person').first().waitFor()
  // The browser processes the microphone signal: losing half a letter would decode to different text.
  const authors = async () =>
    (await shop.conversation()).messages.map(({ author }) => author).slice(0, 2)
  await expect.poll(authors, SPOKEN).toEqual(['assistant', 'operator'])
  const [, said] = (await shop.conversation()).messages
  expect(said!.content).not.toBe('')

  await bar.getByRole('button', { name: 'Hand back' }).click()
  await bar.getByRole('button', { name: 'Take the call' }).waitFor()
  await expect.poll(async () => (await shop.conversation()).ai_mode).toBe('auto')
  await customer.button('Hang up').click()
  await bar.waitFor({ state: 'detached' })
})
