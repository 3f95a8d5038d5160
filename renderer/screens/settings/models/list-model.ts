import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type {
  discoverModelProviders,
  LocalPreset,
  listModelProviders,
  ModelProvider,
} from '#contracts/model-providers.ts'
import { type Api, explain } from '../../../app/api.ts'

export type FoundProgram = ReplyOf<typeof discoverModelProviders>['data'][number]
export type ProviderListModel = ReturnType<typeof createProviderListModel>

/** The providers of this Parley, and what could become one on its machine. */
export function createProviderListModel(api: Api) {
  const list = signal<ReplyOf<typeof listModelProviders>>()
  const error = signal<string>()
  /** Only the owner sets up models. */
  const isAllowed = signal(true)
  /** Programs found by the last discovery. */
  const found = signal<readonly FoundProgram[]>()
  const isLooking = signal(false)
  const adding = signal<LocalPreset>()
  const localError = signal<string>()
  /** The provider that is about to be removed. */
  const removing = signal<ModelProvider>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = await api.listModelProviders()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  /** Looks for programs with models on the server's machine. */
  async function look(): Promise<void> {
    if (isLooking.value) return
    isLooking.value = true
    localError.value = undefined
    try {
      found.value = (await api.discoverModelProviders()).data
    } catch (failure) {
      localError.value = explain(failure)
    } finally {
      isLooking.value = false
    }
  }

  /** Adds a found program with all its models; true when it is there. */
  async function use(preset: LocalPreset): Promise<boolean> {
    if (adding.value) return false
    adding.value = preset
    localError.value = undefined
    try {
      const { data } = await api.addFoundModelProvider({ params: { preset } })
      found.value = found.value?.map((program) =>
        program.preset === preset ? { ...program, provider_id: data.id } : program,
      )
      await load()
      return true
    } catch (failure) {
      localError.value = explain(failure)
      return false
    } finally {
      adding.value = undefined
    }
  }

  async function remove({ id }: ModelProvider): Promise<void> {
    try {
      await api.deleteModelProvider({ params: { id } })
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 404))
        throw new Error(explain(failure))
    }
    found.value = found.value?.map((program) =>
      program.provider_id === id ? { ...program, provider_id: null } : program,
    )
    await load()
  }

  return {
    list,
    error,
    isAllowed,
    found,
    isLooking,
    adding,
    localError,
    removing,
    load,
    look,
    use,
    remove,
  }
}
