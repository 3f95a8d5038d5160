/*
 * GET    /user/model-providers                listModelProviders
 * POST   /user/model-providers                createModelProvider
 * PUT    /user/model-providers/:id            updateModelProvider
 * DELETE /user/model-providers/:id            deleteModelProvider
 * POST   /user/model-providers/test           testModelProvider
 * POST   /user/model-providers/discover       discoverModelProviders
 * POST   /user/model-providers/found/:preset  addFoundModelProvider
 */

import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import {
  addFoundModelProvider,
  createModelProvider,
  deleteModelProvider,
  discoverModelProviders,
  listModelProviders,
  testModelProvider,
  updateModelProvider,
} from '#contracts/model-providers.ts'
import { InvalidFields, notFound } from '../../errors.ts'
import { may } from '../../http/policy.ts'
import type { Routes } from '../../http/routes.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { callsPrivateAddresses } from '../platform/network/policy.ts'
import { serviceFaults } from '../platform/secrets/overheard.ts'
import { addFound, discover } from './discover.ts'
import { modelKeys } from './key.ts'
import { looksLikeEmbedding } from './list-models.ts'
import { presentProvider } from './present.ts'
import { modelProviderQueries, type ProviderRow } from './queries.ts'
import { addProvider, changeProvider, removeProvider, restart } from './save.ts'
import { testConnection } from './test-connection.ts'

/** Model providers of this Parley. */
export const modelProviderRoutes: Routes = (context) => {
  const { handle, db, write, gate, vault, models, config } = context
  const providers = modelProviderQueries(db)
  const present = (row: ProviderRow, localizer: Localizer) =>
    presentProvider(context, row, localizer)

  handle(listModelProviders, ({ principal, localizer }) => ({
    data: providers.all().map((row) => present(row, localizer)),
    environment: environment(localizer),
    secrets: vault.keeper,
    can_discover: may(principal, 'server.discovery') && callsPrivateAddresses(context),
  }))

  handle(
    createModelProvider,
    async ({ body, localizer }) => ({
      message: 'Model provider created successfully',
      data: present(await write((tx) => addProvider(tx, context, body)), localizer),
    }),
    (sent) => addressFaults(sent),
  )

  handle(
    updateModelProvider,
    async ({ params, body, localizer }) => ({
      message: 'Model provider updated successfully',
      data: present(await changeProvider(context, find(params.id), body), localizer),
    }),
    (change, _, { id }) => addressFaults(change, id),
  )

  handle(deleteModelProvider, async ({ params }) => {
    await removeProvider(context, find(params.id))
    return { message: 'Model provider deleted successfully' }
  })

  handle(
    testModelProvider,
    async ({ principal, body, localizer }) => {
      gate.limit('modelTests', String(principal.userId))
      const row = body.id === undefined ? undefined : find(body.id)
      const candidate = candidateOf(row, body)
      const tested = await testConnection(onBehalfOf(context, null), candidate)
      // The test used the saved settings, so their known status is out of date.
      const isSaved = row && body.key === undefined && candidate.baseUrl === row.base_url
      if (tested.ok && isSaved) await write((tx) => restart(tx, context, row))
      return { ...tested, message: localizer.translate(tested.message) }
    },
    (candidate) => addressFaults(candidate, candidate.id),
  )

  handle(discoverModelProviders, async ({ principal }) => {
    gate.limit('modelTests', String(principal.userId))
    const found = await discover(context)
    return {
      data: found.map((program) => ({
        ...program,
        models: [...program.models],
        embeddings: program.models.filter(looksLikeEmbedding),
        provider_id: providers.at(program.base_url) ?? null,
      })),
    }
  })

  handle(addFoundModelProvider, async ({ principal, params, localizer }) => {
    gate.limit('modelTests', String(principal.userId))
    return {
      message: 'Model provider created successfully',
      data: present(await addFound(context, principal.userId, params.preset), localizer),
    }
  })

  function addressFaults(sent: Partial<BodyOf<typeof updateModelProvider>>, id?: number) {
    const row = id === undefined ? undefined : providers.find(id)
    return serviceFaults(context, null, sent, row)
  }

  function environment(localizer: Localizer) {
    if (!config.llm) return null
    const { url, model } = config.llm
    return {
      name: model,
      base_url: url,
      error: models.isRefused() ? localizer.translate(fault('model_key_refused')) : null,
    }
  }

  /** Settings from the request, completed with the saved ones. */
  function candidateOf(row: ProviderRow | undefined, body: BodyOf<typeof testModelProvider>) {
    const baseUrl = body.base_url ?? row?.base_url
    if (baseUrl === undefined) throw new InvalidFields({ base_url: [fault('required')] })
    const { model, kind } = body
    return { baseUrl, key: modelKeys.toTry(vault, row, baseUrl, body.key), model, kind }
  }

  function find(id: number): ProviderRow {
    const row = providers.find(id)
    if (!row) throw notFound('model_provider_not_found')
    return row
  }
}
