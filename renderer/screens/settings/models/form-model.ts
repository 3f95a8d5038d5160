import { computed, signal } from '@preact/signals'
import type {
  ConnectionTest,
  ModelKind,
  ModelProvider,
  NewProviderModel,
} from '#contracts/model-providers.ts'
import { type Api, showRefusal } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { createKeyEntry } from '../key-entry.ts'

/** A model as it is being written: every number still a text. */
export interface ModelRow {
  readonly model: string
  readonly name: string
  readonly kind: ModelKind
  readonly input: string
  readonly output: string
  readonly context: string
}

export type ProviderFormModel = ReturnType<typeof createProviderForm>

/** A provider that is being added or changed, and the trying out of it. */
export function createProviderForm(api: Api, provider?: ModelProvider) {
  const name = signal(provider?.name ?? '')
  const url = signal(provider?.base_url ?? '')
  const secret = createKeyEntry(provider, url)
  const isEnabled = signal(provider?.is_enabled ?? true)
  const rows = signal<readonly ModelRow[]>(provider?.models.map(rowOf) ?? [])
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  const tested = signal<ConnectionTest>()
  const isTesting = signal(false)

  /** Models of the provider that are not in the list. */
  const offered = computed(
    () => tested.value?.models.filter((id) => !rows.value.some(({ model }) => model === id)) ?? [],
  )

  async function attempt<value>(work: () => Promise<value>): Promise<value | undefined> {
    failure.value = undefined
    errors.value = {}
    try {
      return await work()
    } catch (error) {
      showRefusal(error, errors, failure)
      return undefined
    }
  }

  /** Asks what is written now, with the kept key where none is written. */
  async function test(): Promise<void> {
    if (isTesting.value) return
    isTesting.value = true
    tested.value = undefined
    const sent = secret.sent()
    const first = rows.value.find(({ kind }) => kind === 'chat') ?? rows.value[0]
    tested.value = await attempt(() =>
      api.testModelProvider({
        body: {
          base_url: url.value.trim(),
          ...(provider && { id: provider.id }),
          ...(sent !== undefined && { key: sent }),
          ...(first && { model: first.model, kind: first.kind }),
        },
      }),
    )
    isTesting.value = false
  }

  /** Saves; resolves to what is saved then. */
  async function save(): Promise<ModelProvider | undefined> {
    const wrong = faultsOf(rows.value)
    if (Object.keys(wrong).length > 0) {
      errors.value = wrong
      return undefined
    }
    busy.value = true
    const sent = secret.sent()
    const body = {
      name: name.value.trim(),
      base_url: url.value.trim(),
      ...(sent !== undefined && { key: sent }),
      is_enabled: isEnabled.value,
      models: rows.value.map(modelOf),
    }
    const saved = await attempt(() =>
      provider
        ? api.updateModelProvider({ params: { id: provider.id }, body })
        : api.createModelProvider({ body }),
    )
    busy.value = false
    return saved?.data
  }

  function add(...ids: readonly string[]): void {
    const added = ids
      .map((id) => id.trim())
      .filter((id, at, all) => id !== '' && all.indexOf(id) === at)
      .filter((id) => !rows.value.some(({ model }) => model === id))
    rows.value = [...rows.value, ...added.map(newRow)]
  }

  return {
    provider,
    name,
    url,
    secret,
    isEnabled,
    rows,
    errors,
    failure,
    busy,
    tested,
    isTesting,
    offered,
    test,
    save,
    add,
    change(at: number, change: Partial<ModelRow>): void {
      rows.value = rows.value.map((row, index) => (index === at ? { ...row, ...change } : row))
    },
    remove(at: number): void {
      rows.value = rows.value.filter((_, index) => index !== at)
    },
  }
}

const newRow = (model: string): ModelRow => ({
  model,
  name: '',
  kind: /embed/i.test(model) ? 'embedding' : 'chat',
  input: '',
  output: '',
  context: '',
})

const rowOf = (model: ModelProvider['models'][number]): ModelRow => ({
  model: model.model,
  name: model.name === model.model ? '' : model.name,
  kind: model.kind,
  input: model.input_price === 0 ? '' : String(model.input_price),
  output: model.output_price === 0 ? '' : String(model.output_price),
  context: model.context_tokens === null ? '' : String(model.context_tokens),
})

/** A number as people write it; an empty field is none. */
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'))

const modelOf = ({ model, name, kind, input, output, context }: ModelRow): NewProviderModel => ({
  model,
  ...(name.trim() !== '' && { name: name.trim() }),
  kind,
  input_price: numberOf(input),
  output_price: kind === 'embedding' ? 0 : numberOf(output),
  context_tokens: context.trim() === '' ? null : numberOf(context),
})

/** Fields that are not numbers, by the server's name of the place. */
function faultsOf(rows: readonly ModelRow[]): Record<string, string> {
  const texts = rows.flatMap(({ input, output, context }, at) => [
    [`models.${at}.input_price`, input] as const,
    [`models.${at}.output_price`, output] as const,
    [`models.${at}.context_tokens`, context] as const,
  ])
  const wrong = texts.filter(([, text]) => Number.isNaN(numberOf(text)))
  return Object.fromEntries(wrong.map(([place]) => [place, t('models.notNumber')]))
}
