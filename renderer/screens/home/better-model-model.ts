import { computed, signal } from '@preact/signals'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { discoverModelProviders } from '#contracts/model-providers.ts'
import { type Api, explain } from '../../app/api.ts'
import { type Keep, stored } from '../../app/storage.ts'

type Found = ReplyOf<typeof discoverModelProviders>['data'][number]

/** Result of the saved tests with one model. */
export interface Measured {
  readonly model: string
  readonly passed: number
  readonly all: number
  /** US dollars. */
  readonly cost: number
  readonly seconds: number
  /** Names of the passed tests by their ids. */
  readonly passes: ReadonlyMap<number, string>
}

interface Needs {
  readonly api: Api
  readonly storage: Keep
  /** The assistant that the suggestion is for. */
  readonly assistantId: number
}

/** Names of the tests that pass in one run and fail in another. */
export const passedOnlyIn = (one: Measured, other: Measured): string[] =>
  [...one.passes].flatMap(([id, name]) => (other.passes.has(id) ? [] : [name]))

export type BetterModelModel = ReturnType<typeof createBetterModelModel>

/** Suggests a model of a server on this machine for an assistant with the built-in one, and measures both. */
export function createBetterModelModel({ api, storage, assistantId }: Needs) {
  const params = { id: assistantId }
  const isDismissed = stored(storage, 'parley.home.better-model', (text) => text === 'true', false)
  const found = signal<readonly Found[]>([])
  const chosen = signal<string>()
  const tests = signal(0)
  const now = signal<Measured>()
  const then = signal<Measured>()
  const doing = signal<'measuring' | 'using'>()
  const error = signal<string>()
  const isUsed = signal(false)

  const choices = computed(() =>
    found.value.flatMap(({ preset, name, models, embeddings }) =>
      models
        .filter((model) => !embeddings.includes(model))
        .map((model) => ({ key: `${preset}/${model}`, label: `${model} (${name})` })),
    ),
  )

  /** Looks at the usual ports of this machine, if the caller may. */
  async function look(): Promise<void> {
    if (isDismissed.value) return
    try {
      const { can_discover } = await api.listModelProviders()
      if (!can_discover) return
      const [programs, saved] = await Promise.all([
        api.discoverModelProviders(),
        api.listAssistantTests({ params }),
      ])
      tests.value = saved.data.length
      found.value = programs.data
      chosen.value = choices.value[0]?.key
    } catch {
      // A suggestion that cannot be made is none.
    }
  }

  /** Id of the chosen model; its server is added if it is not yet. */
  async function modelId(): Promise<number> {
    const program = found.value.find(({ preset }) => chosen.value?.startsWith(`${preset}/`))!
    const name = chosen.value!.slice(program.preset.length + 1)
    const provider =
      program.provider_id === null
        ? (await api.addFoundModelProvider({ params: { preset: program.preset } })).data
        : (await api.listModelProviders()).data.find(({ id }) => id === program.provider_id)
    const { id } = provider?.models.find(({ model }) => model === name) ?? {}
    if (provider) {
      found.value = found.value.map((one) =>
        one === program ? { ...one, provider_id: provider.id } : one,
      )
    }
    if (id === undefined) throw new Error(name)
    return id
  }

  async function measured(llm_model_id?: number): Promise<Measured> {
    const startedAt = performance.now()
    const body = llm_model_id === undefined ? {} : { llm_model_id }
    const { data } = await api.runAssistantTests({ params, body })
    const seconds = (performance.now() - startedAt) / 1000
    const { model, passed, failed, cost, results } = data
    const passes = new Map(
      results.flatMap((test) => (test.passed ? [[test.test_id, test.name] as const] : [])),
    )
    return { model, passed, all: passed + failed, cost, seconds, passes }
  }

  async function act(what: 'measuring' | 'using', work: () => Promise<void>): Promise<void> {
    if (doing.value) return
    doing.value = what
    error.value = undefined
    try {
      await work()
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      doing.value = undefined
    }
  }

  return {
    isDismissed,
    choices,
    chosen,
    tests,
    now,
    then,
    doing,
    error,
    isUsed,
    look,
    choose(key: string): void {
      chosen.value = key
      then.value = undefined
    },
    /** Runs the saved tests with the model in use, then with the chosen one. */
    measure: () =>
      act('measuring', async () => {
        const id = await modelId()
        now.value ??= await measured()
        then.value = await measured(id)
      }),
    /** Has the assistant use the chosen model. */
    use: () =>
      act('using', async () => {
        await api.updateAssistantSettings({ params, body: { llm_model_id: await modelId() } })
        isUsed.value = true
      }),
    dismiss(): void {
      isDismissed.value = true
    },
  }
}
