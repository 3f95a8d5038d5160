import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { testSpeechService } from '#contracts/speech-providers.ts'
import type { Context } from '../../context.ts'
import { InvalidFields } from '../../errors.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { choiceQueries } from './choice-queries.ts'
import { speechKeys } from './key.ts'
import type { ServiceRow } from './queries.ts'
import type { Candidate } from './test-service.ts'

type Needs = Pick<Context, 'db' | 'vault'>
type Body = BodyOf<typeof testSpeechService>

/**
 * The settings to test, completed with the saved ones.
 * @throws InvalidFields if something is missing, or the stored key would be sent to another address
 */
export function candidateOf(
  { db, vault }: Needs,
  row: ServiceRow | undefined,
  body: Body,
): Candidate {
  const kind = body.kind ?? row?.kind
  const baseUrl = body.base_url ?? row?.base_url
  if (kind === undefined) throw new InvalidFields({ kind: [fault('required')] })
  if (baseUrl === undefined) throw new InvalidFields({ base_url: [fault('required')] })
  const language = languageOf(db, body.language_id)
  const kept = row && choiceQueries(db).firstVoice(row.id, language)
  return {
    kind,
    baseUrl,
    apiKey: speechKeys.toTry(vault, row, baseUrl, body.key),
    speechModel: body.speech_model ?? row?.speech_model ?? null,
    transcriptionModel: body.transcription_model ?? row?.transcription_model ?? null,
    voice: body.voice ?? kept,
    language,
  }
}

function languageOf(db: Context['db'], id: number | undefined): string {
  if (id === undefined) return 'en'
  const code = lookupQueries(db).languageCode(id)
  if (code === undefined) throw new InvalidFields({ language_id: [fault('not_selectable')] })
  return code
}
