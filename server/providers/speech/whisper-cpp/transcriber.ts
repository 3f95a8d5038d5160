import { hearByUtterance } from '../by-utterance.ts'
import type { Transcriber } from '../hear.ts'
import { primaryTag } from '../language-tag.ts'
import { requestTranscript } from '../request-transcript.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'

/** `POST /inference` of the whisper.cpp server and of whisperfiles. */
export function createWhisperCppTranscriber(
  context: SpeechNeeds,
  service: SpeechService,
): Transcriber {
  return {
    isStreaming: false,
    endsTurns: false,
    open: ({ rate, languages, hints = [], signal }) => {
      const fields = {
        response_format: 'json',
        // Assumes English unless told to detect the language.
        language: languages.length === 1 ? primaryTag(languages[0]!) : 'auto',
        ...(hints.length > 0 && { prompt: hints.join(', ') }),
      }
      return hearByUtterance(
        (wav, over) =>
          requestTranscript(context, service, { path: '/inference', fields, wav }, over),
        { rate, signal },
      )
    },
  }
}
