import type { ReplyOf } from '#contracts/endpoint.ts'
import type {
  discoverModelProviders,
  LocalPreset,
  listModelProviders,
  ModelProvider,
} from '#contracts/model-providers.ts'
import type { Api } from '../../../app/api.ts'
import { createServiceList } from '../services/list-model.ts'

type FoundProgram = ReplyOf<typeof discoverModelProviders>['data'][number]

export type ProviderListModel = ReturnType<typeof createProviderListModel>

/** Model providers of this Parley, and local servers that could be added. */
export function createProviderListModel(api: Api) {
  return createServiceList<
    ReplyOf<typeof listModelProviders>,
    ModelProvider,
    FoundProgram,
    LocalPreset
  >({
    list: () => api.listModelProviders(),
    discover: () => api.discoverModelProviders(),
    add: (preset) => api.addFoundModelProvider({ params: { preset } }),
    remove: (id) => api.deleteModelProvider({ params: { id } }),
    keyOf: ({ preset }) => preset,
  })
}
