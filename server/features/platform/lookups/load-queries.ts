import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

type ProviderKind = 'synthesizer' | 'transcriber'

/** SQL that brings reference data up to date; every row is known by its code and keeps its id. */
export const loadQueries = oncePerDb((sql) => {
  const language = sql
    .write<[string, string], number>(
      'INSERT INTO languages (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id',
    )
    .pluck()
  const providerStatements = (kind: ProviderKind) => ({
    upsert: sql
      .write<[string, string], number>(`
        INSERT INTO ${kind}_providers (code, name) VALUES (?, ?)
        ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id
      `)
      .pluck(),
    speak: sql.write<[number, number]>(
      `INSERT OR IGNORE INTO ${kind}_languages (provider_id, language_id) VALUES (?, ?)`,
    ),
  })
  const providers = {
    synthesizer: providerStatements('synthesizer'),
    transcriber: providerStatements('transcriber'),
  }
  const voice = sql.write<[NewVoice]>(`
    INSERT INTO voices (code, name, language_id, gender, accent, age, synthesizer_provider_id)
    VALUES (:code, :name, :languageId, :gender, :accent, :age, :synthesizerId)
    ON CONFLICT (code) DO UPDATE SET
      name = excluded.name, language_id = excluded.language_id, gender = excluded.gender, accent = excluded.accent,
      age = excluded.age, synthesizer_provider_id = excluded.synthesizer_provider_id
  `)
  const llmModel = sql.write<[string, string, string]>(`
    INSERT INTO llm_models (code, name, provider) VALUES (?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, provider = excluded.provider, is_available = 1
  `)
  const retireOthers = sql.write<[string]>(
    "UPDATE llm_models SET is_available = 0 WHERE provider <> 'endpoint' AND code NOT IN (SELECT value FROM json_each(?))",
  )
  const multimodalModel = sql.write<[string, string]>(`
    INSERT INTO multimodal_models (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = excluded.name
  `)

  return {
    language: (tx: Tx, code: string, name: string) => language.get(tx, code, name)!,
    provider(
      tx: Tx,
      kind: ProviderKind,
      code: string,
      name: string,
      languageIds: Iterable<number>,
    ): number {
      const id = providers[kind].upsert.get(tx, code, name)!
      for (const languageId of languageIds) providers[kind].speak.run(tx, id, languageId)
      return id
    },
    voice: (tx: Tx, row: NewVoice) => voice.run(tx, row),
    llmModel: (tx: Tx, code: string, name: string, provider: string) =>
      llmModel.run(tx, code, name, provider),
    /** Models that are not set up any more keep their ids and cannot answer. */
    retireOthers: (tx: Tx, codes: readonly string[]) => retireOthers.run(tx, JSON.stringify(codes)),
    multimodalModel: (tx: Tx, code: string, name: string) => multimodalModel.run(tx, code, name),
  }
})

interface NewVoice {
  readonly code: string
  readonly name: string
  readonly languageId: number
  readonly gender: string
  readonly accent: string | null
  readonly age: string | null
  readonly synthesizerId: number | null
}
