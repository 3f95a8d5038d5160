import { speakBySentence } from '../by-sentence.ts'
import { requestSpeech } from '../request-speech.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'
import type { Synthesizer } from '../speak.ts'

interface SynthesizerOptions extends SpeechService {
  readonly model: string
  /** Sample rate of audio without a header, Hz. */
  readonly bareRate?: number
}

/** Conventional sample rate of OpenAI-compatible services, Hz. */
const BARE_RATE = 24_000

/** `POST /audio/speech` of any service with an OpenAI-compatible API: hosted ones, Kokoro-FastAPI, Speaches, LocalAI. */
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
              // Not every model supports `speed`.
              body: { model, input, voice, response_format: 'pcm', ...(speed !== 1 && { speed }) },
              bareRate,
            },
            over,
          ),
        signal,
      ),
  }
}
