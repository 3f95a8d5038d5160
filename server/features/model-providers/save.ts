import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type {
  createModelProvider,
  NewProviderModel,
  updateModelProvider,
} from '#contracts/model-providers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { InvalidFields } from '../../errors.ts'
import { modelKeys } from './key.ts'
import { dropKeyNotice } from './notices.ts'
import { modelProviderQueries, type ProviderRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'vault' | 'models' | 'write'>

/** Adds a provider with its models. */
export function addProvider(
  tx: Tx,
  context: Needs,
  { name, base_url, key, is_enabled, models }: BodyOf<typeof createModelProvider>,
): ProviderRow {
  const { db, now, vault } = context
  const providers = modelProviderQueries(db)

  refuseTaken(context, name)
  const id = providers.insert(tx, name, base_url, is_enabled, now())
  const row = providers.find(id)!
  if (key) providers.update(tx, { ...row, sealed_key: modelKeys.seal(vault, id, key) }, now())
  putModels(tx, context, row, models)
  return providers.find(id)!
}

/** Changes a provider and discards what was known about it. */
export async function changeProvider(
  context: Needs,
  row: ProviderRow,
  change: BodyOf<typeof updateModelProvider>,
): Promise<ProviderRow> {
  const { db, write, now } = context
  const providers = modelProviderQueries(db)
  return await write((tx) => {
    if (change.name !== undefined) refuseTaken(context, change.name, row.id)
    const changed: ProviderRow = {
      ...row,
      name: change.name ?? row.name,
      base_url: change.base_url ?? row.base_url,
      sealed_key: modelKeys.after(context.vault, row, change),
      is_enabled: Number(change.is_enabled ?? row.is_enabled),
    }
    providers.update(tx, changed, now())
    if (change.models) putModels(tx, context, changed, change.models)
    providers.enable(tx, row.id, changed.is_enabled === 1)
    restart(tx, context, row)
    return changed
  })
}

/** Removes a provider with its key; its models keep their ids, but cannot answer. */
export async function removeProvider(context: Needs, row: ProviderRow): Promise<void> {
  const providers = modelProviderQueries(context.db)
  await context.write((tx) => {
    providers.retireOthers(tx, row.id, [])
    providers.remove(tx, row.id)
    restart(tx, context, row)
  })
}

/** Resets the state of a changed provider, so that it is read and tested again. */
export function restart(tx: Tx, context: Needs, { id, name }: ProviderRow): void {
  tx.afterCommit(() => context.models.forget(id))
  dropKeyNotice(tx, context, name)
}

function refuseTaken({ db }: Needs, name: string, own?: number): void {
  const taken = modelProviderQueries(db).named(name)
  if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
}

const MICROS = 1_000_000

function putModels(
  tx: Tx,
  { db }: Needs,
  provider: ProviderRow,
  models: readonly NewProviderModel[],
) {
  const providers = modelProviderQueries(db)
  const codeOf = (model: string): string => `endpoint:${provider.id}:${model}`
  for (const [position, model] of models.entries()) {
    providers.putModel(tx, {
      code: codeOf(model.model),
      name: model.name ?? model.model,
      model: model.model,
      kind: model.kind,
      position,
      input_price: Math.round(model.input_price * MICROS),
      output_price: Math.round(model.output_price * MICROS),
      context_tokens: model.context_tokens ?? null,
      providerId: provider.id,
      isAvailable: provider.is_enabled,
    })
  }
  providers.retireOthers(
    tx,
    provider.id,
    models.map(({ model }) => codeOf(model)),
  )
}
