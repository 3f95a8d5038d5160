import { speakBySentence } from '../by-sentence.ts'
import { requestSpeech } from '../request-speech.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'
import type { Synthesizer } from '../speak.ts'

interface SynthesizerOptions extends SpeechService {
  readonly model: string
  /** Rate of samples that come without a header. */
  readonly bareRate?: number
}

/** Rate that services of the OpenAI form agree on, samples a second. */
const BARE_RATE = 24_000

/** `POST /audio/speech` of any service that speaks the OpenAI API: hosted ones, Kokoro-FastAPI, Speaches, LocalAI. */
export function createOpenAiSynthesizer(
  context: SpeechNeeds,
  { model, bareRate = BARE_RATE, ...service }: SynthesizerOptions,
): Synthesizer {
  return {
    takesFragments: false,
    open: ({ voice, speed, signal }) =>
      speakBySentence(
        (input, over) =>
          requestSpeech(
            context,
            service,
            {
              path: '/audio/speech',
              // Not every model knows a speed.
              body: { model, input, voice, response_format: 'pcm', ...(speed !== 1 && { speed }) },
              bareRate,
            },
            over,
          ),
        signal,
      ),
  }
}
