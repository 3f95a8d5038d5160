import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

export interface ProviderRow {
  readonly id: number
  readonly name: string
  readonly base_url: string
  readonly sealed_key: string | null
  readonly is_enabled: number
  readonly created_at: number
}

export interface ProviderModelRow {
  readonly id: number
  readonly code: string
  readonly model: string
  readonly name: string
  readonly kind: 'chat' | 'embedding'
  readonly model_provider_id: number
  /** Micro-dollars per million tokens. */
  readonly input_price: number
  readonly output_price: number
  readonly context_tokens: number | null
}

interface NewModel extends Omit<ProviderModelRow, 'id' | 'model_provider_id'> {
  readonly providerId: number
  readonly position: number
  readonly isAvailable: number
}

/** All SQL for model providers and their models. */
export const modelProviderQueries = oncePerDb((sql) => {
  const all = sql.read<[], ProviderRow>('SELECT * FROM model_providers ORDER BY id')
  const find = sql.read<[number], ProviderRow>('SELECT * FROM model_providers WHERE id = ?')
  const named = sql.read<[string], number>('SELECT id FROM model_providers WHERE name = ?').pluck()
  const at = sql
    .read<[string], number>('SELECT min(id) FROM model_providers WHERE base_url = ?')
    .pluck()
  const insert = sql
    .write<[string, string, number, number, number], number>(`
      INSERT INTO model_providers (name, base_url, is_enabled, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
      RETURNING id
    `)
    .pluck()
  const update = sql.write<[Omit<ProviderRow, 'created_at'> & { now: number }]>(`
    UPDATE model_providers SET name = :name, base_url = :base_url, sealed_key = :sealed_key,
      is_enabled = :is_enabled, updated_at = :now
    WHERE id = :id
  `)
  const remove = sql.write<[number]>('DELETE FROM model_providers WHERE id = ?')
  const models = sql.read<[number], ProviderModelRow>(`
    SELECT id, code, model, name, kind, model_provider_id, input_price, output_price, context_tokens
    FROM llm_models WHERE model_provider_id = ? ORDER BY position
  `)
  const putModel = sql.write<[NewModel]>(`
    INSERT INTO llm_models
      (code, name, provider, model_provider_id, model, kind, position, input_price, output_price, context_tokens, is_available)
    VALUES
      (:code, :name, 'endpoint', :providerId, :model, :kind, :position, :input_price, :output_price, :context_tokens, :isAvailable)
    ON CONFLICT (code) DO UPDATE SET
      name = excluded.name, model_provider_id = excluded.model_provider_id, kind = excluded.kind,
      position = excluded.position,      input_price = excluded.input_price, output_price = excluded.output_price,
      context_tokens = excluded.context_tokens, is_available = excluded.is_available
  `)
  const retire = sql.write<[number, string]>(`
    UPDATE llm_models SET is_available = 0, model_provider_id = NULL
    WHERE model_provider_id = ? AND code NOT IN (SELECT value FROM json_each(?))
  `)
  const enable = sql.write<[number, number]>(
    'UPDATE llm_models SET is_available = ? WHERE model_provider_id = ?',
  )
  const embedding = sql.read<[], ProviderModelRow>(`
    SELECT * FROM llm_models WHERE kind = 'embedding' AND is_available = 1 ORDER BY id LIMIT 1
  `)

  return {
    all: () => all.all(),
    find: (id: number) => find.get(id),
    /** Id of the provider with a name. */
    named: (name: string) => named.get(name),
    /** Id of the first provider at a URL. */
    at: (baseUrl: string) => at.get(baseUrl) ?? undefined,
    insert: (tx: Tx, name: string, baseUrl: string, isEnabled: boolean, now: Date) =>
      insert.get(tx, name, baseUrl, Number(isEnabled), now.getTime(), now.getTime())!,
    update: (tx: Tx, { created_at: _, ...row }: ProviderRow, now: Date) =>
      update.run(tx, { ...row, now: now.getTime() }),
    remove: (tx: Tx, id: number) => remove.run(tx, id),
    models: (providerId: number) => models.all(providerId),
    putModel: (tx: Tx, model: NewModel) => putModel.run(tx, model),
    /** Models that a provider no longer has keep their ids, but cannot answer. */
    retireOthers: (tx: Tx, providerId: number, codes: readonly string[]) =>
      retire.run(tx, providerId, JSON.stringify(codes)),
    enable: (tx: Tx, providerId: number, isEnabled: boolean) =>
      enable.run(tx, Number(isEnabled), providerId),
    /** The embedding model in use: the first one configured. */
    embedding: () => embedding.get(),
  }
})
