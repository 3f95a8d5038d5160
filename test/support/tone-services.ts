import { speakBySentence } from '../../server/providers/speech/by-sentence.ts'
import { hearByUtterance } from '../../server/providers/speech/by-utterance.ts'
import type { Transcriber } from '../../server/providers/speech/hear.ts'
import type { Synthesizer } from '../../server/providers/speech/speak.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'

/** Speaks tones. */
export const toneSynthesizer: Synthesizer = {
  takesFragments: false,
  open: ({ signal }) =>
    speakBySentence(async function* (text) {
      yield { pcm: toneSpeech(text, 24_000), rate: 24_000 }
    }, signal),
}

/** Hears them. A WAV header is 44 bytes; the file may be inside a larger buffer. */
export const toneTranscriber: Transcriber = {
  isStreaming: false,
  endsTurns: false,
  open: ({ rate, signal }) =>
    hearByUtterance(
      async (wav) => ({ text: hearTones(new Int16Array(Uint8Array.from(wav).buffer, 44), rate) }),
      { rate, signal },
    ),
}
