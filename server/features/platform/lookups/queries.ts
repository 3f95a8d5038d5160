import type { Mode } from '#contracts/enums.ts'
import type { Language } from '#contracts/lookups.ts'
import type { SpeechKindName } from '#contracts/speech-kinds.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'

/** Kind of the service behind a choice, and whether the operating system is; neither for calls that are only played. */
export interface Origin {
  readonly kind: SpeechKindName | null
  readonly is_system: number
}

/** Something that assistants choose of a service. */
interface ChoiceRow extends Origin {
  readonly id: number
  readonly name: string
  readonly code: string
}

export interface VoiceRow extends Origin {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly language_id: number
  readonly gender: 'male' | 'female'
  readonly accent: string | null
  readonly age: string | null
  readonly synthesizer_provider_id: number | null
  /** Part of the address of its preview; null for one whose preview is recorded. */
  readonly preview_key: string | null
}

/** A language model as it is configured. Prices are micro-dollars for a million tokens. */
export interface ModelRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly provider: 'built-in' | 'environment' | 'endpoint'
  /** The owner's provider that it is at. */
  readonly model_provider_id: number | null
  /** The provider's own name of it. */
  readonly model: string | null
  readonly is_available: number
  readonly input_price: number
  readonly output_price: number
  /** Tokens that fit into one call, question and answer together; null when nobody has said. */
  readonly context_tokens: number | null
}

interface VoiceFilter {
  readonly mode: Mode | null
  readonly languageId: number | null
}

type ProviderKind = 'synthesizer' | 'transcriber'

/** A model that an assistant can speak through. */
const CAN_ANSWER = "is_available = 1 AND kind = 'chat'"

/** All SQL that reads reference data; ids ascending. */
export const lookupQueries = oncePerDb((sql) => {
  const languages = sql.read<[], Language>(
    'SELECT id, name, code AS iso_2 FROM languages ORDER BY id',
  )
  const languageCode = sql.read<[number], string>('SELECT code FROM languages WHERE id = ?').pluck()
  const voices = sql.read<
    [{ userId: number; mode: Mode | null; languageId: number | null }],
    VoiceRow
  >(`
    SELECT id, code, name, language_id, gender, accent, age, synthesizer_provider_id, preview_key,
      (
        SELECT kind FROM speech_providers WHERE id = coalesce(
          (SELECT speech_provider_id FROM synthesizer_providers WHERE id = synthesizer_provider_id),
          (SELECT speech_provider_id FROM multimodal_models WHERE id = multimodal_model_id)
        )
      ) AS kind,
      EXISTS (
        SELECT 1 FROM synthesizer_providers WHERE id = synthesizer_provider_id AND code = 'system'
      ) AS is_system
    FROM voices
    WHERE is_available = 1 AND (user_id IS NULL OR user_id = :userId)
      AND (:languageId IS NULL OR language_id = :languageId)
      AND (:mode IS NULL OR (:mode = 'multimodal') = (synthesizer_provider_id IS NULL))
    ORDER BY id
  `)
  const providers = (kind: ProviderKind) =>
    sql.read<[{ userId: number | null; languageId: number | null }], ChoiceRow>(`
      SELECT id, name, code, code = 'system' AS is_system,
        (SELECT kind FROM speech_providers WHERE id = speech_provider_id) AS kind
      FROM ${kind}_providers
      WHERE is_available = 1 AND (user_id IS NULL OR user_id = :userId)
        AND (:languageId IS NULL
          OR id IN (SELECT provider_id FROM ${kind}_languages WHERE language_id = :languageId))
      ORDER BY id
    `)
  const synthesizers = providers('synthesizer')
  const transcribers = providers('transcriber')
  const llmModels = sql.read<[], ModelRow>(
    `SELECT * FROM llm_models WHERE ${CAN_ANSWER} ORDER BY id`,
  )
  const llmModel = sql.read<[number], ModelRow>(
    `SELECT * FROM llm_models WHERE id = ? AND ${CAN_ANSWER}`,
  )
  const llmModelByCode = sql.read<[string], ModelRow>(
    `SELECT * FROM llm_models WHERE code = ? AND ${CAN_ANSWER}`,
  )
  const multimodalModels = sql.read<[number], ChoiceRow>(`
    SELECT id, name, code, 0 AS is_system,
      (SELECT kind FROM speech_providers WHERE id = speech_provider_id) AS kind
    FROM multimodal_models
    WHERE is_available = 1 AND (user_id IS NULL OR user_id = ?) ORDER BY id
  `)

  return {
    languages: () => languages.all(),
    languageCode: (id: number) => languageCode.get(id),
    voices: (userId: number, filter: VoiceFilter) => voices.all({ userId, ...filter }),
    /** Those of an account, and without one those that are everybody's. */
    synthesizers: (userId: number | null, languageId: number | null) =>
      synthesizers.all({ userId, languageId }),
    transcribers: (userId: number | null, languageId: number | null) =>
      transcribers.all({ userId, languageId }),
    llmModels: () => llmModels.all(),
    llmModel: (id: number) => llmModel.get(id),
    llmModelByCode: (code: string) => llmModelByCode.get(code),
    /** Those of an account, and those that are everybody's. */
    multimodalModels: (userId: number) => multimodalModels.all(userId),
  }
})
