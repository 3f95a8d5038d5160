import type { HearOptions, Transcriber } from '../hear.ts'
import { primaryTag } from '../language-tag.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'
import { hearOverLine } from './hearing.ts'

interface TranscriberOptions extends SpeechService {
  readonly model: string
  /** Silence after which the service takes a turn to be over, ms; null where it is not to say so. */
  readonly endpointMs?: number | null
}

const ENDPOINT_MS = 500

/** Shortest gap between words that the service takes as an end where it hears no silence, ms. */
const LEAST_GAP_MS = 1000

/** Names and terms that the service takes at most. */
const MAX_HINTS = 50

/** `/v1/listen` of Deepgram and of servers that speak its API: the sound of a whole call, and text while it is said. */
export function createDeepgramTranscriber(
  context: SpeechNeeds,
  { model, endpointMs = ENDPOINT_MS, ...service }: TranscriberOptions,
): Transcriber {
  return {
    isStreaming: true,
    endsTurns: endpointMs !== null,
    open: (options) =>
      hearOverLine(context, service, `/v1/listen?${queryOf(model, endpointMs, options)}`, options),
  }
}

function queryOf(
  model: string,
  endpointMs: number | null,
  { rate, languages, hints = [] }: HearOptions,
): URLSearchParams {
  const query = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: String(rate),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    vad_events: 'true',
    endpointing: endpointMs === null ? 'false' : String(endpointMs),
    ...(endpointMs !== null && {
      utterance_end_ms: String(Math.max(endpointMs, LEAST_GAP_MS)),
    }),
    // With several the service finds out by itself, sentence by sentence.
    ...(languages.length > 0 && {
      language: languages.length === 1 ? primaryTag(languages[0]!) : 'multi',
    }),
  })
  const term = model.startsWith('nova-3') ? 'keyterm' : 'keywords'
  for (const hint of hints.slice(0, MAX_HINTS)) query.append(term, hint)
  return query
}
