import { hearByUtterance } from '../by-utterance.ts'
import type { Transcriber } from '../hear.ts'
import { primaryTag } from '../language-tag.ts'
import { requestTranscript } from '../request-transcript.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'

interface TranscriberOptions extends SpeechService {
  readonly model: string
}

/** `POST /audio/transcriptions` of any service with an OpenAI-compatible API. */
export function createOpenAiTranscriber(
  context: SpeechNeeds,
  { model, ...service }: TranscriberOptions,
): Transcriber {
  return {
    isStreaming: false,
    endsTurns: false,
    open: ({ rate, languages, hints = [], signal }) => {
      const fields = {
        model,
        response_format: 'json',
        // With several, the service detects the language itself.
        ...(languages.length === 1 && { language: primaryTag(languages[0]!) }),
        ...(hints.length > 0 && { prompt: hints.join(', ') }),
      }
      return hearByUtterance(
        (wav, over) =>
          requestTranscript(context, service, { path: '/audio/transcriptions', fields, wav }, over),
        { rate, signal },
      )
    },
  }
}
