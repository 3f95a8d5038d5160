import { signal } from '@preact/signals'
import type { ToolTest } from '#contracts/tools.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import { t } from '../../locales/translate.ts'
import { type ArgumentRow, toolOf } from './draft.ts'
import type { ToolModel } from './tool-model.ts'

type Value = string | number | boolean

export type TryModel = ReturnType<typeof createTryModel>

/** Calls the tool in its unsaved state with given arguments. */
export function createTryModel(api: Api, { draft, errors }: Pick<ToolModel, 'draft' | 'errors'>) {
  /** Values by the argument's row, so that they survive a renaming. */
  const written = signal<Readonly<Record<number, string>>>({})
  const faults = signal<Readonly<Record<number, string>>>({})
  const outcome = signal<ToolTest>()
  const failure = signal<string>()
  const isBusy = signal(false)

  /** Makes the call; false if the input must be corrected first. */
  async function run(): Promise<boolean> {
    if (isBusy.value || !draft.value) return true
    const { schema } = draft.value
    const values = schema.map(
      (row) => [row, argumentOf(row, written.value[row.key] ?? '')] as const,
    )
    faults.value = Object.fromEntries(
      values
        .filter(([, value]) => value === undefined)
        .map(([{ key }]) => [key, t('tools.try.notNumber')]),
    )
    failure.value = undefined
    outcome.value = undefined
    if (Object.keys(faults.value).length > 0) return false
    isBusy.value = true
    errors.value = {}
    try {
      const args = Object.fromEntries(values.map(([{ name }, value]) => [name.trim(), value!]))
      outcome.value = await api.testTool({
        body: { tool: toolOf(draft.value), arguments: args },
      })
      return true
    } catch (reason) {
      const wrong = Object.entries(fieldErrors(reason) ?? {})
      errors.value = Object.fromEntries(
        wrong.map(([field, sentence]) => [field.replace(/^tool\./, ''), sentence]),
      )
      failure.value = wrong.length > 0 ? t('tools.try.formFault') : explain(reason)
      return false
    } finally {
      isBusy.value = false
    }
  }

  return {
    written,
    faults,
    outcome,
    failure,
    isBusy,
    run,
    write({ key }: ArgumentRow, value: string): void {
      written.value = { ...written.value, [key]: value }
      const { [key]: _, ...rest } = faults.value
      faults.value = rest
    },
  }
}

/** An argument for sending; undefined for an invalid number. */
function argumentOf({ type }: ArgumentRow, text: string): Value | undefined {
  if (type === 'boolean') return text === 'true'
  if (type === 'string') return text
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
