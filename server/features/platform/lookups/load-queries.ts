import { oncePerDb } from '../../../db/once-per-db.ts'

type ProviderKind = 'synthesizer' | 'transcriber'

/** SQL that brings reference data up to date; every row is known by its code and keeps its id. */
export const loadQueries = oncePerDb((db) => {
  const language = db
    .prepare<[string, string], number>(
      'INSERT INTO languages (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id',
    )
    .pluck()
  const providerStatements = (kind: ProviderKind) => ({
    upsert: db
      .prepare<[string, string], number>(`
        INSERT INTO ${kind}_providers (code, name) VALUES (?, ?)
        ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id
      `)
      .pluck(),
    speak: db.prepare<[number, number]>(
      `INSERT OR IGNORE INTO ${kind}_languages (provider_id, language_id) VALUES (?, ?)`,
    ),
  })
  const providers = {
    synthesizer: providerStatements('synthesizer'),
    transcriber: providerStatements('transcriber'),
  }
  const voice = db.prepare<[NewVoice]>(`
    INSERT INTO voices (code, name, language_id, gender, accent, age, synthesizer_provider_id)
    VALUES (:code, :name, :languageId, :gender, :accent, :age, :synthesizerId)
    ON CONFLICT (code) DO UPDATE SET
      name = excluded.name, language_id = excluded.language_id, gender = excluded.gender, accent = excluded.accent,
      age = excluded.age, synthesizer_provider_id = excluded.synthesizer_provider_id
  `)
  const llmModel = db.prepare<[string, string, string]>(`
    INSERT INTO llm_models (code, name, provider) VALUES (?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, provider = excluded.provider, is_available = 1
  `)
  const retireOthers = db.prepare<[string]>(
    "UPDATE llm_models SET is_available = 0 WHERE provider <> 'endpoint' AND code NOT IN (SELECT value FROM json_each(?))",
  )
  const multimodalModel = db.prepare<[string, string]>(`
    INSERT INTO multimodal_models (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = excluded.name
  `)

  return {
    language: (code: string, name: string) => language.get(code, name)!,
    provider(
      kind: ProviderKind,
      code: string,
      name: string,
      languageIds: Iterable<number>,
    ): number {
      const id = providers[kind].upsert.get(code, name)!
      for (const languageId of languageIds) providers[kind].speak.run(id, languageId)
      return id
    },
    voice: (row: NewVoice) => voice.run(row),
    llmModel: (code: string, name: string, provider: string) => llmModel.run(code, name, provider),
    /** Models that are not set up any more keep their ids and cannot answer. */
    retireOthers: (codes: readonly string[]) => retireOthers.run(JSON.stringify(codes)),
    multimodalModel: (code: string, name: string) => multimodalModel.run(code, name),
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
