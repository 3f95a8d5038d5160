import { type Fault, fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { ModelProvider } from '#contracts/model-providers.ts'
import type { Context } from '../../context.ts'
import { toDateTime } from '../../db/time.ts'
import { modelKeys } from './key.ts'
import { modelProviderQueries, type ProviderModelRow, type ProviderRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'vault' | 'models'>

/** A provider as its owner sees it, without its key. */
export function presentProvider(
  context: Needs,
  row: ProviderRow,
  localizer: Localizer,
): ModelProvider {
  const reason = reasonOf(context, row)
  return {
    id: row.id,
    name: row.name,
    base_url: row.base_url,
    has_key: row.sealed_key !== null,
    is_enabled: row.is_enabled === 1,
    error: reason && localizer.translate(reason),
    models: modelProviderQueries(context.db).models(row.id).map(presentModel),
    created_at: toDateTime(row.created_at),
  }
}

function reasonOf({ vault, models }: Needs, row: ProviderRow): Fault | null {
  const opened = modelKeys.open(vault, row)
  if ('error' in opened) return fault(opened.error)
  return models.isRefused(row.id) ? fault('model_key_refused') : null
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
