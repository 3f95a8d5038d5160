import type { HearOptions, Transcriber } from '../hear.ts'
import { primaryTag } from '../language-tag.ts'
import type { SpeechNeeds, SpeechService } from '../service.ts'
import { hearOverLine } from './hearing.ts'

interface TranscriberOptions extends SpeechService {
  readonly model: string
  /** Silence after which the service considers a turn finished, ms; null to disable this. */
  readonly endpointMs?: number | null
}

const ENDPOINT_MS = 500

/** Minimum gap between words that ends an utterance if the service detects no silence, ms. */
const MIN_GAP_MS = 1000

/** Maximum key terms accepted by the service. */
const MAX_HINTS = 50

/** `/v1/listen` of Deepgram and compatible servers: streams the audio of a whole call, and returns text as it is spoken. */
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
      utterance_end_ms: String(Math.max(endpointMs, MIN_GAP_MS)),
    }),
    // With several, the service detects the language of each sentence itself.
    ...(languages.length > 0 && {
      language: languages.length === 1 ? primaryTag(languages[0]!) : 'multi',
    }),
  })
  const term = model.startsWith('nova-3') ? 'keyterm' : 'keywords'
  for (const hint of hints.slice(0, MAX_HINTS)) query.append(term, hint)
  return query
}
