import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { SpeechService, SystemVoice } from '#contracts/speech-providers.ts'
import type { Context } from '../../context.ts'
import { toDateTime } from '../../db/time.ts'
import { previewUrl } from '../platform/lookups/preview-url.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { choiceQueries, type VoiceRow } from './choice-queries.ts'
import { speechKeys } from './key.ts'
import { type ServiceRow, serviceQueries } from './queries.ts'
import { SYSTEM } from './system-voices.ts'

type Needs = Pick<Context, 'db' | 'vault'>

/** Language of a request, and the origin under which it reached this server. */
interface Viewer {
  readonly localizer: Localizer
  readonly origin: string
}

/** A service as its owner sees it, never including its key. */
export function presentService(
  { db, vault }: Needs,
  row: ServiceRow,
  { localizer, origin }: Viewer,
): SpeechService {
  const services = serviceQueries(db)
  const opened = speechKeys.open(vault, row)
  const { synthesizer, transcriber, model } = services.choosable(row.id)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    base_url: row.base_url,
    has_key: row.sealed_key !== null,
    is_enabled: row.is_enabled === 1,
    error: 'error' in opened ? localizer.translate(fault(opened.error)) : null,
    speech_model: row.speech_model,
    transcription_model: row.transcription_model,
    hearing_price: toDollars(row.hearing_price),
    speaking_price: toDollars(row.speaking_price),
    characters_price: toDollars(row.characters_price),
    voices: choiceQueries(db)
      .voices(row.id)
      .map((voice) => ({
        ...presentVoice(voice, origin),
        voice: voice.service_voice,
        gender: voice.gender,
      })),
    synthesizer_provider_id: synthesizer,
    transcriber_provider_id: transcriber,
    multimodal_model_id: model,
    assistants: services.assistants(row.id),
    created_at: toDateTime(row.created_at),
  }
}

/** The available voices of the operating system. */
export const presentSystemVoices = (
  { db }: Pick<Context, 'db'>,
  { origin }: Pick<Viewer, 'origin'>,
): SystemVoice[] =>
  choiceQueries(db)
    .systemVoices(SYSTEM)
    .map((voice) => presentVoice(voice, origin))

const presentVoice = (voice: VoiceRow, origin: string) => ({
  id: voice.id,
  name: voice.name,
  language_id: voice.language_id,
  preview_url: previewUrl(origin, voice),
})
