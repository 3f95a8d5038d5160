import type {
  ConnectionTest,
  ModelKind,
  ModelProvider,
  NewProviderModel,
} from '#contracts/model-providers.ts'
import type { Api } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { createServiceEntry } from '../services/form-model.ts'

/** A model being edited; numbers are still text. */
export interface ModelRow {
  readonly model: string
  readonly name: string
  readonly kind: ModelKind
  readonly input: string
  readonly output: string
  readonly context: string
}

export type ProviderFormModel = ReturnType<typeof createProviderForm>

/** Form for adding or editing a provider, with a connection test. */
export function createProviderForm(api: Api, provider?: ModelProvider) {
  const entry = createServiceEntry<ModelProvider, ModelRow, ConnectionTest>({
    saved: provider,
    rows: provider?.models.map(rowOf) ?? [],
    idOf: ({ model }) => model,
    newRow,
    offers: ({ models }) => models,
  })
  const { rows, errors } = entry

  return {
    ...entry,
    /** Tests the entered values, with the stored key if none is entered. */
    async test(): Promise<void> {
      const first = rows.value.find(({ kind }) => kind === 'chat') ?? rows.value[0]
      await entry.tryOut(() =>
        api.testModelProvider({
          body: {
            ...entry.address(),
            ...(provider && { id: provider.id }),
            ...(first && { model: first.model, kind: first.kind }),
          },
        }),
      )
    },
    /** Saves the provider; resolves to the saved one. */
    async save(): Promise<ModelProvider | undefined> {
      const wrong = faultsOf(rows.value)
      if (Object.keys(wrong).length > 0) {
        errors.value = wrong
        return undefined
      }
      const body = {
        name: entry.name.value.trim(),
        ...entry.address(),
        is_enabled: entry.isEnabled.value,
        models: rows.value.map(modelOf),
      }
      return entry.send(() =>
        provider
          ? api.updateModelProvider({ params: { id: provider.id }, body })
          : api.createModelProvider({ body }),
      )
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

/** Parses a number; a decimal comma is accepted, and empty text is 0. */
const numberOf = (text: string): number => Number(text.trim().replace(',', '.'))

const modelOf = ({ model, name, kind, input, output, context }: ModelRow): NewProviderModel => ({
  model,
  ...(name.trim() !== '' && { name: name.trim() }),
  kind,
  input_price: numberOf(input),
  output_price: kind === 'embedding' ? 0 : numberOf(output),
  context_tokens: context.trim() === '' ? null : numberOf(context),
})

/** Invalid numbers, by the server's field path. */
function faultsOf(rows: readonly ModelRow[]): Record<string, string> {
  const texts = rows.flatMap(({ input, output, context }, at) => [
    [`models.${at}.input_price`, input] as const,
    [`models.${at}.output_price`, output] as const,
    [`models.${at}.context_tokens`, context] as const,
  ])
  const wrong = texts.filter(([, text]) => Number.isNaN(numberOf(text)))
  return Object.fromEntries(wrong.map(([place]) => [place, t('models.notNumber')]))
}
