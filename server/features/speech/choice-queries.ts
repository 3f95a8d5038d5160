import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'
import type { ServiceRow } from './queries.ts'

/** Direction of a service, which is also part of its table's name. */
type Direction = 'synthesizer' | 'transcriber'

/** A voice of a service or of the operating system. */
export interface VoiceRow {
  readonly id: number
  readonly code: string
  readonly name: string
  /** The service's own voice id. */
  readonly service_voice: string
  readonly language_id: number
  readonly gender: 'male' | 'female'
  readonly preview_key: string
}

export type NewVoice = Omit<VoiceRow, 'id'>

/** Owner of voices: a synthesizer, or a model that speaks itself. */
type VoiceOwner = { readonly synthesizer: number | null; readonly model: number | null }

/** Account and service of the rows; both are null for the operating system. */
interface Owner {
  readonly userId: number | null
  readonly serviceId: number | null
}

interface Put extends Owner {
  readonly code: string
  readonly name: string
  readonly isAvailable: boolean
}

/** A voice chosen for an assistant. */
export interface ChosenVoice {
  readonly service_voice: string | null
  readonly synthesizer_provider_id: number | null
  readonly multimodal_model_id: number | null
  readonly is_available: number
}

/** A voice with a preview. */
export interface PreviewedVoice {
  readonly service_voice: string
  /** ISO 639-1 code. */
  readonly language: string
  readonly user_id: number | null
  readonly speech_provider_id: number | null
  /** Time of the service's last change. */
  readonly updated_at: number | null
}

/** SQL for the entries that assistants choose from: synthesizers, transcribers and voices. */
export const choiceQueries = oncePerDb((sql) => {
  const choosing = (direction: Direction) => ({
    put: sql
      .write<[Omit<Put, 'isAvailable'> & { isAvailable: number }], number>(`
        INSERT INTO ${direction}_providers (code, name, user_id, speech_provider_id, is_available)
        VALUES (:code, :name, :userId, :serviceId, :isAvailable)
        ON CONFLICT (code) DO UPDATE SET
          name = excluded.name, speech_provider_id = excluded.speech_provider_id, is_available = excluded.is_available
        RETURNING id
      `)
      .pluck(),
    forgetLanguages: sql.write<[number]>(
      `DELETE FROM ${direction}_languages WHERE provider_id = ?`,
    ),
    addLanguage: sql.write<[number, number]>(
      `INSERT OR IGNORE INTO ${direction}_languages (provider_id, language_id) VALUES (?, ?)`,
    ),
    addLanguages: sql.write<[number]>(
      `INSERT OR IGNORE INTO ${direction}_languages (provider_id, language_id) SELECT ?, id FROM languages`,
    ),
    retire: sql.write<[string]>(
      `UPDATE ${direction}_providers SET is_available = 0 WHERE code = ?`,
    ),
    service: sql.read<[number, number], ServiceRow>(`
      SELECT speech_providers.* FROM ${direction}_providers AS own
      JOIN speech_providers ON speech_providers.id = own.speech_provider_id
      WHERE own.id = ? AND own.is_available = 1 AND speech_providers.user_id = ?
    `),
    first: sql.read<[number], ServiceRow & { readonly choice: number }>(`
      SELECT speech_providers.*, own.id AS choice FROM ${direction}_providers AS own
      JOIN speech_providers ON speech_providers.id = own.speech_provider_id
      WHERE own.is_available = 1 AND speech_providers.user_id = ?
      ORDER BY speech_providers.id LIMIT 1
    `),
  })
  const of = { synthesizer: choosing('synthesizer'), transcriber: choosing('transcriber') }
  const putModel = sql
    .write<[Omit<Put, 'isAvailable'> & { isAvailable: number }], number>(`
      INSERT INTO multimodal_models (code, name, user_id, speech_provider_id, is_available)
      VALUES (:code, :name, :userId, :serviceId, :isAvailable)
      ON CONFLICT (code) DO UPDATE SET
        name = excluded.name, speech_provider_id = excluded.speech_provider_id, is_available = excluded.is_available
      RETURNING id
    `)
    .pluck()
  const retireModel = sql.write<[string]>(
    'UPDATE multimodal_models SET is_available = 0 WHERE code = ?',
  )
  const conversing = sql.read<[number, number], ServiceRow>(`
    SELECT speech_providers.* FROM multimodal_models AS own
    JOIN speech_providers ON speech_providers.id = own.speech_provider_id
    WHERE own.id = ? AND own.is_available = 1 AND speech_providers.user_id = ?
  `)
  const code = sql
    .read<[number], string>('SELECT code FROM synthesizer_providers WHERE id = ?')
    .pluck()
  const transcriberCode = sql
    .read<[number], string>('SELECT code FROM transcriber_providers WHERE id = ?')
    .pluck()
  const isAvailable = sql
    .read<[string], number>('SELECT is_available FROM synthesizer_providers WHERE code = ?')
    .pluck()
  const VOICE = 'id, code, name, service_voice, language_id, gender, preview_key'
  const OF_SERVICE = `(
    synthesizer_provider_id IN (SELECT id FROM synthesizer_providers WHERE speech_provider_id = :serviceId)
    OR multimodal_model_id IN (SELECT id FROM multimodal_models WHERE speech_provider_id = :serviceId)
  )`
  const voices = sql.read<[{ serviceId: number }], VoiceRow>(
    `SELECT ${VOICE} FROM voices WHERE ${OF_SERVICE} AND is_kept = 1 ORDER BY position`,
  )
  const ofSystem = sql.read<[string], VoiceRow>(`
    SELECT ${VOICE} FROM voices
    WHERE synthesizer_provider_id = (SELECT id FROM synthesizer_providers WHERE code = ?) AND is_available = 1
    ORDER BY position
  `)
  const putVoice = sql.write<
    [NewVoice & VoiceOwner & { userId: number | null; position: number; available: number }]
  >(`
    INSERT INTO voices
      (code, user_id, name, language_id, gender, synthesizer_provider_id, multimodal_model_id, service_voice, preview_key,
        position, is_available)
    VALUES
      (:code, :userId, :name, :language_id, :gender, :synthesizer, :model, :service_voice, :preview_key, :position,
        :available)
    ON CONFLICT (code) DO UPDATE SET
      name = excluded.name, gender = excluded.gender, position = excluded.position, is_available = excluded.is_available,
      synthesizer_provider_id = excluded.synthesizer_provider_id, multimodal_model_id = excluded.multimodal_model_id,
      is_kept = 1
  `)
  const retireVoices = sql.write<[VoiceOwner & { codes: string }]>(`
    UPDATE voices SET is_available = 0, is_kept = 0
    WHERE (synthesizer_provider_id = :synthesizer OR multimodal_model_id = :model)
      AND code NOT IN (SELECT value FROM json_each(:codes))
  `)
  const chosen = sql.read<[number, number], ChosenVoice>(`
    SELECT service_voice, synthesizer_provider_id, multimodal_model_id, is_available FROM voices
    WHERE id = ? AND (user_id IS NULL OR user_id = ?)
  `)
  const first = sql
    .read<[{ serviceId: number; language: string }], string>(`
      SELECT service_voice FROM voices JOIN languages ON languages.id = voices.language_id
      WHERE ${OF_SERVICE} AND is_available = 1
      ORDER BY languages.code <> :language, position LIMIT 1
    `)
    .pluck()
  const ofLanguage = sql
    .read<[{ serviceId: number; language: string }], string>(`
      SELECT service_voice FROM voices JOIN languages ON languages.id = voices.language_id
      WHERE ${OF_SERVICE} AND is_available = 1 AND languages.code = :language ORDER BY position LIMIT 1
    `)
    .pluck()

  const previewed = sql.read<[string], PreviewedVoice>(`
    SELECT service_voice, languages.code AS language, voices.user_id, speech_providers.id AS speech_provider_id,
      speech_providers.updated_at
    FROM voices
    JOIN languages ON languages.id = language_id
    LEFT JOIN synthesizer_providers AS synthesizers ON synthesizers.id = synthesizer_provider_id
    LEFT JOIN multimodal_models AS models ON models.id = multimodal_model_id
    LEFT JOIN speech_providers
      ON speech_providers.id = coalesce(synthesizers.speech_provider_id, models.speech_provider_id)
    WHERE preview_key = ? AND voices.is_available = 1
  `)

  return {
    /** Upserts the entry that assistants choose, by its code; returns its id. */
    put: (tx: Tx, direction: Direction, { isAvailable, ...row }: Put) =>
      of[direction].put.get(tx, { ...row, isAvailable: Number(isAvailable) })!,
    /** Upserts the model entry of a service that converses, by its code; returns its id. */
    putModel: (tx: Tx, { isAvailable, ...row }: Put) =>
      putModel.get(tx, { ...row, isAvailable: Number(isAvailable) })!,
    retireModel: (tx: Tx, itsCode: string) => retireModel.run(tx, itsCode),
    /** The service whose model an account's assistant has chosen, if it is available. */
    conversing: (userId: number, modelId: number) => conversing.get(modelId, userId),
    /** Sets the supported languages; all of them without a list. */
    setLanguages(tx: Tx, direction: Direction, id: number, languageIds?: Iterable<number>): void {
      const { forgetLanguages, addLanguage, addLanguages } = of[direction]
      forgetLanguages.run(tx, id)
      if (!languageIds) addLanguages.run(tx, id)
      for (const languageId of languageIds ?? []) addLanguage.run(tx, id, languageId)
    },
    /** Makes an entry unavailable; it keeps its id. */
    retire: (tx: Tx, direction: Direction, itsCode: string) =>
      of[direction].retire.run(tx, itsCode),
    /** The service that an account's assistant has chosen, if it is available. */
    service: (direction: Direction, userId: number, id: number) =>
      of[direction].service.get(id, userId),
    /** Code of a synthesizer. */
    code: (id: number) => code.get(id),
    /** Code of a transcriber. */
    transcriberCode: (id: number) => transcriberCode.get(id),
    /** The first service of an account for a direction; `choice` is the id of its entry. */
    first: (direction: Direction, userId: number) => of[direction].first.get(userId),
    isAvailable: (synthesizerCode: string) => isAvailable.get(synthesizerCode) === 1,
    voices: (serviceId: number) => voices.all({ serviceId }),
    systemVoices: (itsCode: string) => ofSystem.all(itsCode),
    /** Replaces the voices of a synthesizer or a model; removed ones keep their ids. */
    putVoices(
      tx: Tx,
      {
        userId,
        isAvailable,
        ...owner
      }: VoiceOwner & { userId: number | null; isAvailable: boolean },
      all: readonly NewVoice[],
    ): void {
      const available = Number(isAvailable)
      for (const [position, voice] of all.entries())
        putVoice.run(tx, { ...voice, ...owner, userId, position, available })
      retireVoices.run(tx, { ...owner, codes: JSON.stringify(all.map((voice) => voice.code)) })
    },
    chosenVoice: (userId: number, id: number) => chosen.get(id, userId),
    /** The voice with a preview key, if it is available. */
    previewed: (key: string) => previewed.get(key),
    /** The first voice of a service for a language. */
    voiceOfLanguage: (serviceId: number, language: string) =>
      ofLanguage.get({ serviceId, language }),
    /** The best voice of a service for a language. */
    firstVoice: (serviceId: number, language: string) => first.get({ serviceId, language }),
  }
})
