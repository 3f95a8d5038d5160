import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listCalls } from '#contracts/calls.ts'
import { joined } from '../../../server/media/tone.ts'
import { wavFile } from '../../../server/media/wav.ts'
import { launchChromium } from '../../support/chromium.ts'
import { temporaryFolder } from '../../support/server.ts'
import { toneSpeech } from '../../support/tone-speech.ts'
import { speech } from '../../support/web-calls.ts'
import { customerOn, openShop } from '../../support/widget-shop.ts'

const RATE = 48_000

/** A Chromium into whose microphone somebody speaks after some seconds of silence, and again every ten. */
async function speaking(text: string, afterSeconds: number) {
  const file = path.join(temporaryFolder(), 'microphone.wav')
  const silence = new Int16Array(RATE * afterSeconds)
  const sound = joined([silence, toneSpeech(text, RATE), new Int16Array(RATE * 6)])
  writeFileSync(file, wavFile({ encoding: 'pcm16', rate: RATE, channels: 1 }, [sound]))
  const browser = await launchChromium({
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
      '--disable-features=WebRtcAudioProcessing',
    ],
  })
  onTestFinished(() => browser.close())
  return await browser.newPage({ locale: 'en-GB' })
}

test('a visitor speaks to the assistant, hears the answer, and finds both in the chat', async () => {
  const shop = await openShop({
    assistant: { initial_message: 'Welcome.', endpoint_sensitivity: 5 },
    config: { outside: { speech } },
  })
  const customer = customerOn(await speaking('thank you', 4))
  await customer.open(shop.page())
  await customer.button('Start voice call').click()
  // The browser works on the sound of the microphone: half a letter that is lost in it makes another text of tones.
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
