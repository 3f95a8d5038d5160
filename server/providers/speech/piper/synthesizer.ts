import { speakBySentence } from '../by-sentence.ts'
import { requestSpeech } from '../request-speech.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'
import type { Sound, SpeakOptions, Synthesizer } from '../speak.ts'
import { SpeechError } from '../speech-error.ts'

/** Statuses of a missing path. */
const ABSENT = [404, 405]

/** The HTTP server of Piper (piper1-gpl), which responds with a whole WAV file. */
export function createPiperSynthesizer(context: SpeechNeeds, service: SpeechService): Synthesizer {
  async function* speak(
    text: string,
    options: SpeakOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Sound> {
    const body = bodyOf(text, options)
    try {
      yield* requestSpeech(context, service, { path: '/synthesize', body }, signal)
    } catch (error) {
      if (!isAbsent(error)) throw error
      // Older servers synthesise at the root, where newer ones serve a page.
      yield* requestSpeech(context, service, { path: '/', body }, signal)
    }
  }

  return {
    takesFragments: false,
    open: (options) =>
      speakBySentence((text, signal) => speak(text, options, signal), options.signal),
  }
}

/** The server has a default voice, and each voice its own length scale. */
const bodyOf = (text: string, { voice, speed }: SpeakOptions) => ({
  text,
  ...(voice !== '' && { voice }),
  ...(speed !== 1 && { length_scale: 1 / speed }),
})

const isAbsent = (error: unknown): boolean =>
  error instanceof SpeechError && ABSENT.includes(Number(error.fault.params?.['status']))
