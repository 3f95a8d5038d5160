import type { Mode } from '#contracts/enums.ts'
import { oncePerDb } from '../../db/once-per-db.ts'

export type Belongings = ReturnType<typeof belongingsQueries>

/** Records that an assistant may refer to: reference data and those of the account. */
export const belongingsQueries = oncePerDb((sql) => {
  const shared = (table: string, condition = 'TRUE') => {
    const find = sql
      .read<[number], number>(`SELECT 1 FROM ${table} WHERE id = ? AND ${condition}`)
      .pluck()
    return (id: number) => find.get(id) !== undefined
  }
  const owned = (table: string, condition = 'TRUE') => {
    const find = sql
      .read<[number, number], number>(
        `SELECT 1 FROM ${table} WHERE id = ? AND user_id = ? AND ${condition}`,
      )
      .pluck()
    return (userId: number, id: number) => find.get(id, userId) !== undefined
  }
  const available = (table: string) => {
    const find = sql
      .read<[number, number], number>(
        `SELECT 1 FROM ${table} WHERE id = ? AND is_available = 1 AND (user_id IS NULL OR user_id = ?)`,
      )
      .pluck()
    return (userId: number, id: number) => find.get(id, userId) !== undefined
  }
  const voice = sql.read<[number, number], { synthesizer_provider_id: number | null }>(
    'SELECT synthesizer_provider_id FROM voices WHERE id = ? AND (user_id IS NULL OR user_id = ?)',
  )
  const phoneNumber = sql.read<[number, number], { type: string }>(
    'SELECT type FROM phone_numbers WHERE id = ? AND user_id = ?',
  )
  const answering = sql
    .read<[number], number>(`
      SELECT id FROM assistants WHERE phone_number_id = ? AND type = 'inbound' AND deleted_at IS NULL
    `)
    .pluck()

  return {
    isLanguage: shared('languages'),
    isLlmModel: shared('llm_models', "is_available = 1 AND kind = 'chat'"),
    isMultimodalModel: available('multimodal_models'),
    isSynthesizer: available('synthesizer_providers'),
    isTranscriber: available('transcriber_providers'),
    isVoice: available('voices'),
    ownsKnowledgeBase: owned('knowledge_bases'),
    ownsTool: owned('tools'),
    ownsMcpTool: owned('mcp_tools'),
    ownsAssistant: owned('assistants', 'deleted_at IS NULL'),
    /** One that is not available any more is known, too. */
    voice: (userId: number, id: number) => voice.get(id, userId),
    phoneNumber: (userId: number, id: number) => phoneNumber.get(id, userId),
    /** Id of the inbound assistant assigned to a number. */
    answering: (numberId: number) => answering.get(numberId),
  }
})

/** A voice without a synthesizer belongs to a multimodal model; all others serve pipeline and dualplex. */
export function isVoiceFor(mode: Mode, voice: { synthesizer_provider_id: number | null }): boolean {
  return (mode === 'multimodal') === (voice.synthesizer_provider_id === null)
}
