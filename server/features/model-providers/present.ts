import { inEnglish } from '#contracts/catalogues.ts'
import { fault } from '#contracts/faults.ts'
import type { ModelProvider } from '#contracts/model-providers.ts'
import type { Context } from '../../context.ts'
import { toDateTime } from '../../db/time.ts'
import { openKey } from './key.ts'
import { modelProviderQueries, type ProviderModelRow, type ProviderRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'models'>

export const REFUSED = 'It refused the key when it was asked last.'

/** A provider as its owner sees it: never with its key. */
export function presentProvider(context: Needs, row: ProviderRow): ModelProvider {
  return {
    id: row.id,
    name: row.name,
    base_url: row.base_url,
    has_key: row.sealed_key !== null,
    is_enabled: row.is_enabled === 1,
    error: faultOf(context, row),
    models: modelProviderQueries(context.db).models(row.id).map(presentModel),
    created_at: toDateTime(row.created_at),
  }
}

function faultOf({ vault, models }: Needs, row: ProviderRow): string | null {
  const opened = openKey(vault, row)
  if ('error' in opened) return inEnglish.say(fault(opened.error))
  return models.isRefused(row.id) ? REFUSED : null
}

const MICROS = 1_000_000

const presentModel = (row: ProviderModelRow) => ({
  id: row.id,
  model: row.model,
  name: row.name,
  kind: row.kind,
  input_price: row.input_price / MICROS,
  output_price: row.output_price / MICROS,
  context_tokens: row.context_tokens,
})
