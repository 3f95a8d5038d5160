import './settings.css'
import { isOptionalField } from '#contracts/assistant-fields.ts'
import { isUsedBy } from '#contracts/assistant-modes.ts'
import type { SettingDefaults } from '#contracts/assistant-settings.ts'
import { isSame } from '../../../app/same.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t, tIfKnown } from '../../../locales/translate.ts'
import { Field, FieldError } from '../../../ui/field.tsx'
import type { Values } from '../draft/effective.ts'
import type { FormModel } from '../form/form-model.ts'
import { ControlOf } from './control.tsx'
import { type SettingField, unitWords } from './fields.ts'

interface SettingProps {
  readonly model: FormModel
  readonly field: SettingField
  readonly withApiName: boolean
}

/** Element id of a setting. */
export const placeOf = (name: string) => `setting-${name}`

/** Controls with their own label; all others are wrapped in a field. */
const LABELLED = [
  'switch',
  'slider',
  'choice',
  'voice',
  'extraction',
  'tools',
  'fillers',
  'variables',
]

/** A setting: its label, control, default and error. */
export function Setting({ model, field: plain, withApiName }: SettingProps) {
  const field = withReservation(plain, model.ignored.value.get(plain.name))
  const { name, control, label, hint } = field
  const values = model.values.value
  if (!values || !isUsedBy(name, model.mode.value) || isIdle(name, values)) return null
  const error = model.errors.value[name]
  const isChanged = name in model.changes.value
  const isLabelled = LABELLED.includes(control.kind)

  return (
    <div
      class={`setting is-${control.kind} ${isChanged ? 'is-changed' : ''}`}
      id={placeOf(name)}
      data-wrong={Object.keys(model.errors.value).some(
        (place) => place === name || place.startsWith(`${name}.`),
      )}
    >
      {isLabelled ? (
        <>
          <ControlOf model={model} field={field} wiring={undefined} />
          <FieldError id={`${placeOf(name)}-error`} error={error} />
        </>
      ) : (
        <Field label={label} hint={hint} error={error}>
          {(wiring) => <ControlOf model={model} field={field} wiring={wiring} />}
        </Field>
      )}
      <Standard model={model} field={field} withApiName={withApiName} />
    </div>
  )
}

/** Adds to the hint that the chosen model or voice ignores the field. */
const withReservation = (field: SettingField, service: string | undefined): SettingField =>
  service === undefined
    ? field
    : { ...field, hint: `${field.hint} ${t('assistantForm.ignoredBy', { name: service })}` }

/** Reports whether a setting is hidden because another setting makes it irrelevant. */
function isIdle(name: string, values: Values): boolean {
  if (name === 'filler_config') return values.fillers !== true
  return name === 'ambient_sound_volume' && values.ambient_sound === 'off'
}

/** A setting's default, a reset button, and its API name. */
function Standard({ model, field, withApiName }: SettingProps) {
  const { name, control } = field
  const standard = isOptionalField(name)
    ? (model.defaults.value?.[name as keyof SettingDefaults] ?? null)
    : null
  const value = model.values.value?.[name]
  const words = isOptionalField(name) ? standardWords(field, standard) : undefined
  const isOther = isOptionalField(name) && !isSame(value ?? null, standard)
  const canReset = isOther && (words !== undefined || control.kind === 'fillers')
  if (!withApiName && words === undefined && !canReset) return null
  return (
    <p class="setting-meta">
      {name in model.changes.value && (
        <span class="setting-changed">{t('assistantForm.changed')}</span>
      )}
      {withApiName && <code>{name}</code>}
      {words !== undefined && <span>{t('assistantForm.byDefault', { value: words })}</span>}
      {canReset && (
        <button
          type="button"
          class="link-button"
          aria-label={`${t('assistantForm.resetToDefault')}: ${field.label}`}
          onClick={() => model.reset(name)}
        >
          {t('assistantForm.resetToDefault')}
        </button>
      )}
    </p>
  )
}

/** Describes a default; undefined if it is obvious. */
function standardWords({ name, control }: SettingField, standard: unknown): string | undefined {
  if (control.kind === 'switch') return standard ? t('assistantForm.on') : t('assistantForm.off')
  if (control.kind === 'choice')
    return tIfKnown(`assistantForm.choices.${control.of}`, String(standard))
  if (control.kind === 'slider') return formatNumber(Number(standard))
  if (control.kind === 'number')
    return standard === null
      ? withoutNumber(control.unit)
      : `${formatNumber(Number(standard))} ${unitWords(control.unit)}`.trim()
  if (name === 'synthesizer_provider_id' || name === 'transcriber_provider_id')
    return t('assistantForm.chosenByLanguage')
  return undefined
}

/** Describes an empty number. */
function withoutNumber(unit: Extract<SettingField['control'], { kind: 'number' }>['unit']): string {
  if (unit === 'dollars') return t('assistantForm.noLimit')
  return unit === 'days' ? t('assistantForm.forEver') : t('assistantForm.automatic')
}
