import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { listTranscriberProviders } from '#contracts/lookups.ts'
import { violations } from '../../support/axe.ts'
import { speakingBrowser } from '../../support/speaking-browser.ts'
import { toneSynthesizer } from '../../support/tone-services.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

/** Stands in for the browser vendor's recognition service, which is unavailable here: it recognises one sentence. */
function fakeRecognition(): void {
  class Recognition {
    onresult?: (event: object) => void
    start() {
      const result = Object.assign([{ transcript: 'When do you open?' }], { isFinal: true })
      setTimeout(() => this.onresult?.({ resultIndex: 0, results: [result] }), 1000)
    }
    abort() {}
  }
  // The real one crashes the page in headless Chromium, which has no such service.
  Object.assign(globalThis, { SpeechRecognition: Recognition })
}

/** A chat whose assistant uses browser speech recognition. */
async function openChat(recognition: () => void) {
  const shop = await openShop({
    assistant: { initial_message: 'Welcome.', endpoint_sensitivity: 5 },
    config: { outside: { speech: { synthesizer: toneSynthesizer } } },
  })
  const choices = await shop.server.call(listTranscriberProviders)
  const { id } = choices.find(({ code }) => code === 'browser')!
  const params = { id: shop.id }
  await shop.server.call(updateAssistant, { params, body: { transcriber_provider_id: id } })
  const page = await speakingBrowser('thank you')
  await page.addInitScript(recognition)
  const customer = customerOn(page)
  await customer.open(shop.page())
  return { shop, page, customer }
}

test('a visitor consents before the browser listens, and the recognised words are answered', async () => {
  const { shop, page, customer } = await openChat(fakeRecognition)
  await customer.button('Start voice call').click()
  await page.getByText('It may send the sound to its maker').waitFor()
  expect(await violations(page)).toEqual([])
  await customer.button('Start call').click()
  const said = async () => (await shop.conversation()).messages.map(({ content }) => content)
  await expect.poll(said, { timeout: 60_000 }).toContain('When do you open?')
  await customer.button('Hang up').click()
})

test('a browser that recognises nothing says so before anything is recorded', async () => {
  const { page, customer } = await openChat(() => {
    Object.assign(globalThis, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined })
  })
  await customer.button('Start voice call').click()
  await page.getByText('This browser can’t recognise speech.').waitFor()
  expect(await violations(page)).toEqual([])
  await customer.button('Dismiss message').click()
  await page.getByText('This browser can’t recognise speech.').waitFor({ state: 'detached' })
})
