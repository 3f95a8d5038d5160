import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { joined } from '../../server/media/tone.ts'
import { wavFile } from '../../server/media/wav.ts'
import { launchChromium } from './chromium.ts'
import { temporaryFolder } from './server.ts'
import { toneSpeech } from './tone-speech.ts'

const RATE = 48_000

/** A Chromium whose microphone plays speech after some seconds of silence, and again at intervals. */
export async function speakingBrowser(
  text: string,
  { afterSeconds = 4, everySeconds = 6 } = {},
): Promise<Page> {
  const file = path.join(temporaryFolder(), 'microphone.wav')
  const silence = new Int16Array(RATE * afterSeconds)
  const sound = joined([silence, toneSpeech(text, RATE), new Int16Array(RATE * everySeconds)])
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
