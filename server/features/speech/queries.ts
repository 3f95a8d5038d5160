import type { SpeechKindName } from '#contracts/speech-kinds.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** A configured service. */
export interface ServiceRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly kind: SpeechKindName
  readonly base_url: string
  readonly sealed_key: string | null
  readonly speech_model: string | null
  readonly transcription_model: string | null
  readonly is_enabled: number
  readonly created_at: number
  readonly updated_at: number
  /** Micro-dollars per minute transcribed, per minute spoken, and per 1,000 characters spoken. */
  readonly hearing_price: number
  readonly speaking_price: number
  readonly characters_price: number
}

type NewService = Pick<ServiceRow, 'user_id' | 'name' | 'kind' | 'base_url' | 'is_enabled'>

/** Ids of a service's entries that assistants choose. */
export interface Choosable {
  readonly synthesizer: number | null
  readonly transcriber: number | null
  readonly model: number | null
}

/** SQL for speech services, except the entries that assistants choose from. */
export const serviceQueries = oncePerDb((sql) => {
  const all = sql.read<[number], ServiceRow>(
    'SELECT * FROM speech_providers WHERE user_id = ? ORDER BY id',
  )
  const find = sql.read<[number, number], ServiceRow>(
    'SELECT * FROM speech_providers WHERE id = ? AND user_id = ?',
  )
  const named = sql
    .read<[number, string], number>(
      'SELECT id FROM speech_providers WHERE user_id = ? AND name = ?',
    )
    .pluck()
  const at = sql
    .read<[number, string], number>(
      'SELECT min(id) FROM speech_providers WHERE user_id = ? AND base_url = ?',
    )
    .pluck()
  const insert = sql
    .write<[NewService & { now: number }], number>(`
      INSERT INTO speech_providers (user_id, name, kind, base_url, is_enabled, created_at, updated_at)
      VALUES (:user_id, :name, :kind, :base_url, :is_enabled, :now, :now)
      RETURNING id
    `)
    .pluck()
  const update = sql.write<[Omit<ServiceRow, 'user_id' | 'created_at'>]>(`
    UPDATE speech_providers SET name = :name, kind = :kind, base_url = :base_url, sealed_key = :sealed_key,
      speech_model = :speech_model, transcription_model = :transcription_model, is_enabled = :is_enabled,
      hearing_price = :hearing_price, speaking_price = :speaking_price, characters_price = :characters_price,
      updated_at = :updated_at
    WHERE id = :id
  `)
  const remove = sql.write<[number]>('DELETE FROM speech_providers WHERE id = ?')
  const choosable = sql.read<[{ id: number }], Choosable>(`
    SELECT
      (SELECT id FROM synthesizer_providers WHERE speech_provider_id = :id AND is_available = 1) AS synthesizer,
      (SELECT id FROM transcriber_providers WHERE speech_provider_id = :id AND is_available = 1) AS transcriber,
      (SELECT id FROM multimodal_models WHERE speech_provider_id = :id AND is_available = 1) AS model
  `)
  const assistants = sql
    .read<[{ id: number }], number>(`
      SELECT count(*) FROM assistants
      JOIN speech_providers ON speech_providers.id = :id AND speech_providers.user_id = assistants.user_id
      LEFT JOIN voices ON voices.id = assistants.voice_id
      WHERE deleted_at IS NULL AND (
        assistants.synthesizer_provider_id IN (SELECT id FROM synthesizer_providers WHERE speech_provider_id = :id)
        OR voices.synthesizer_provider_id IN (SELECT id FROM synthesizer_providers WHERE speech_provider_id = :id)
        OR transcriber_provider_id IN (SELECT id FROM transcriber_providers WHERE speech_provider_id = :id)
        OR assistants.multimodal_model_id IN (SELECT id FROM multimodal_models WHERE speech_provider_id = :id))
    `)
    .pluck()

  return {
    all: (userId: number) => all.all(userId),
    find: (userId: number, id: number) => find.get(id, userId),
    /** Id of the service with a name. */
    named: (userId: number, name: string) => named.get(userId, name),
    /** Id of the first service at a URL. */
    at: (userId: number, baseUrl: string) => at.get(userId, baseUrl) ?? undefined,
    insert: (tx: Tx, service: NewService, now: Date) =>
      insert.get(tx, { ...service, now: now.getTime() })!,
    update: (tx: Tx, { user_id: _, created_at: __, ...row }: ServiceRow) => update.run(tx, row),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    choosable: (id: number) => choosable.get({ id })!,
    /** Number of assistants that use it, including its voices. */
    assistants: (id: number) => assistants.get({ id })!,
  }
})
