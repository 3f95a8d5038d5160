import { formatNumber } from '../../../format/numbers.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import type { ChoicesModel } from './choices-model.ts'
import { type SettingField, unitWords } from './fields.ts'

/** Formats the value of a setting. */
export function wordsOf(
  { name, control }: SettingField,
  value: unknown,
  model: ChoicesModel,
): string {
  if (value === null || value === undefined || value === '') return t('assistantForm.empty')
  if (typeof value === 'boolean') return value ? t('assistantForm.on') : t('assistantForm.off')
  if (control.kind === 'choice')
    return tIfKnown(`assistantForm.choices.${control.of}`, String(value)) ?? String(value)
  if (control.kind === 'number')
    return `${formatNumber(Number(value))} ${unitWords(control.unit)}`.trim()
  if (typeof value === 'number' && control.kind === 'slider') return formatNumber(value)
  return namesOf({ name, control }, value, model) ?? rawWords(value)
}

/** Names of referenced records; undefined if the value refers to none. */
function namesOf(
  { name, control }: Pick<SettingField, 'name' | 'control'>,
  value: unknown,
  model: ChoicesModel,
): string | undefined {
  const ids = Array.isArray(value) ? value : [value]
  const called = ids.map((id) =>
    typeof id === 'number' ? nameOf(name, control, id, model) : undefined,
  )
  return called.length > 0 && called.every((one) => one !== undefined)
    ? called.join(', ')
    : undefined
}

function rawWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.keys(value).length === 0 ? t('assistantForm.empty') : JSON.stringify(value, null, 2)
}

function nameOf(
  name: SettingField['name'],
  control: SettingField['control'],
  id: number,
  { choices, fitting }: ChoicesModel,
): string | undefined {
  const all = choices.value
  const find = (items: readonly { id: number; name: string }[] | undefined) =>
    items?.find((item) => item.id === id)?.name ?? `#${id}`
  if (name === 'voice_id') return find(fitting.value?.voices)
  if (control.kind === 'phone')
    return all?.numbers.find((one) => one.id === id)?.phone_number ?? `#${id}`
  if (control.kind !== 'one' && control.kind !== 'several') return undefined
  if (control.of === 'synthesizers' || control.of === 'transcribers')
    return find(fitting.value?.[control.of])
  return find(all?.[control.of])
}
