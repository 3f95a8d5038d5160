import type { BodyOf } from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { SPEECH_KINDS, type SpeechKindName } from '#contracts/speech-kinds.ts'
import type {
  createSpeechService,
  NewServiceVoice,
  updateSpeechService,
} from '#contracts/speech-providers.ts'
import { type Context, newSecret } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { fromDollars } from '../platform/values/dollars.ts'
import { choiceQueries, type NewVoice } from './choice-queries.ts'
import { canConverse, canHear, canSpeak } from './clients.ts'
import { speechKeys } from './key.ts'
import type { SpeechPrices } from './prices.ts'
import { type ServiceRow, serviceQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'vault' | 'write' | 'randomBytes'>

/** Adds a service to an account, with the entries that assistants choose. */
export function addService(
  tx: Tx,
  context: Needs,
  userId: number,
  body: BodyOf<typeof createSpeechService>,
): ServiceRow {
  const { db, now, vault } = context
  const { name, kind, base_url, key, voices } = body
  const services = serviceQueries(db)
  refuseTaken(context, userId, name)
  const is_enabled = Number(body.is_enabled)
  const id = services.insert(tx, { user_id: userId, name, kind, base_url, is_enabled }, now())
  const row: ServiceRow = {
    ...services.find(userId, id)!,
    sealed_key: key ? speechKeys.seal(vault, id, key) : null,
    speech_model: body.speech_model ?? null,
    transcription_model: body.transcription_model ?? null,
    ...pricesIn(body),
  }
  services.update(tx, row)
  putChoices(tx, context, row, voices)
  return row
}

/** Updates a service and its entries; omitted voices stay unchanged. */
export async function changeService(
  context: Needs,
  row: ServiceRow,
  change: BodyOf<typeof updateSpeechService>,
): Promise<ServiceRow> {
  const { db, write, now } = context
  return await write((tx) => {
    if (change.name !== undefined) refuseTaken(context, row.user_id, change.name, row.id)
    const { speech_model = row.speech_model, transcription_model = row.transcription_model } =
      change
    const changed: ServiceRow = {
      ...row,
      name: change.name ?? row.name,
      kind: change.kind ?? row.kind,
      base_url: change.base_url ?? row.base_url,
      sealed_key: speechKeys.after(context.vault, row, change),
      speech_model,
      transcription_model,
      ...pricesIn(change),
      is_enabled: Number(change.is_enabled ?? row.is_enabled),
      updated_at: now().getTime(),
    }
    serviceQueries(db).update(tx, changed)
    putChoices(tx, context, changed, change.voices)
    return changed
  })
}

/** Removes a service and its key; its entries keep their ids, and assistants that chose them use the default. */
export async function removeService({ db, write }: Needs, row: ServiceRow): Promise<void> {
  await write((tx) => {
    const gone = { ...row, is_enabled: 0 }
    putVoices(tx, db, gone, [])
    choiceQueries(db).retire(tx, 'transcriber', codeOf(row))
    serviceQueries(db).remove(tx, row.id)
  })
}

/** Faults of voices: the kind does not support synthesis, or the language is unknown. */
export function voiceFaults(
  { db }: Pick<Context, 'db'>,
  kind: SpeechKindName | undefined,
  voices: readonly NewServiceVoice[] | undefined,
): FieldFaults {
  if (!voices) return {}
  if (kind && SPEECH_KINDS[kind].speaks === 'none' && voices.length > 0)
    return { voices: [fault('speaks_not')] }
  const lookups = lookupQueries(db)
  const wrong = voices.flatMap(({ language_id }, at) =>
    lookups.languageCode(language_id) === undefined ? [`voices.${at}.language_id`] : [],
  )
  return Object.fromEntries(wrong.map((field) => [field, [fault('not_selectable')]]))
}

const codeOf = ({ id }: ServiceRow): string => `speech:${id}`

const rowOf = (row: ServiceRow) => ({
  code: codeOf(row),
  name: row.name,
  userId: row.user_id,
  serviceId: row.id,
})

/** Writes a service's entries among the synthesizers, transcribers and voices; without a list, its voices stay unchanged. */
function putChoices(
  tx: Tx,
  context: Needs,
  row: ServiceRow,
  sent: readonly NewServiceVoice[] | undefined,
): void {
  const choices = choiceQueries(context.db)
  const kept = choices.voices(row.id)
  const speaks = SPEECH_KINDS[row.kind].speaks !== 'none'
  const voices = speaks ? (sent?.map((voice) => newVoice(context, row, voice)) ?? kept) : []
  const before = new Map(kept.map(({ code, preview_key }) => [code, preview_key]))
  const keyed = voices.map((voice) => ({
    ...voice,
    preview_key: before.get(voice.code) ?? voice.preview_key,
  }))
  putVoices(tx, context.db, row, keyed)
  if (!(row.is_enabled === 1 && canHear(row.kind, row.transcription_model))) {
    choices.retire(tx, 'transcriber', codeOf(row))
    return
  }
  const ear = choices.put(tx, 'transcriber', { ...rowOf(row), isAvailable: true })
  choices.setLanguages(tx, 'transcriber', ear)
}

/** Writes the voices of a service and their owner: a synthesizer, or a realtime model. */
function putVoices(tx: Tx, db: Context['db'], row: ServiceRow, voices: readonly NewVoice[]): void {
  const choices = choiceQueries(db)
  const isOn = row.is_enabled === 1
  const { kind, speech_model, transcription_model, user_id: userId } = row
  if (SPEECH_KINDS[kind].converses) {
    const isAvailable = isOn && canConverse(kind, speech_model, transcription_model)
    const model = choices.putModel(tx, { ...rowOf(row), isAvailable })
    choices.putVoices(tx, { synthesizer: null, model, userId, isAvailable }, voices)
    choices.retire(tx, 'synthesizer', codeOf(row))
    return
  }
  const isAvailable = isOn && voices.length > 0 && canSpeak(kind, speech_model)
  const synthesizer = choices.put(tx, 'synthesizer', { ...rowOf(row), isAvailable })
  const languages = new Set(voices.map((voice) => voice.language_id))
  choices.setLanguages(tx, 'synthesizer', synthesizer, languages)
  choices.putVoices(tx, { synthesizer, model: null, userId, isAvailable }, voices)
  choices.retireModel(tx, codeOf(row))
}

const newVoice = (
  context: Needs,
  row: ServiceRow,
  { voice, name, language_id, gender }: NewServiceVoice,
) => ({
  code: `${codeOf(row)}:${lookupQueries(context.db).languageCode(language_id)}:${voice}`,
  name: name ?? voice,
  service_voice: voice,
  language_id,
  gender,
  preview_key: newSecret(context),
})

/** The submitted prices, micro-dollars. */
const pricesIn = (
  sent: Readonly<Partial<Record<PriceName, number | undefined>>>,
): Partial<SpeechPrices> =>
  Object.fromEntries(
    PRICES.flatMap((name) => (sent[name] === undefined ? [] : [[name, fromDollars(sent[name])]])),
  )

const PRICES = ['hearing_price', 'speaking_price', 'characters_price'] as const
type PriceName = (typeof PRICES)[number]

function refuseTaken({ db }: Needs, userId: number, name: string, own?: number): void {
  const taken = serviceQueries(db).named(userId, name)
  if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
}
