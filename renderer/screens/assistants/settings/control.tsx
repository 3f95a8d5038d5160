import { formatNumber } from '../../../format/numbers.ts'
import { t, tEntries, tIfKnown } from '../../../locales/translate.ts'
import { Choices, Select, Switch, TextArea, TextInput } from '../../../ui/controls.tsx'
import { Field, type Wiring } from '../../../ui/field.tsx'
import { Slider } from '../../../ui/slider.tsx'
import type { FormModel } from '../form/form-model.ts'
import { boundsOf } from './bounds.ts'
import { ExtractionTable } from './extraction-table.tsx'
import { type SettingField, unitWords } from './fields.ts'
import { FillerPhrases } from './filler-phrases.tsx'
import { JsonField } from './json-field.tsx'
import { OneOf, PhoneNumber, SeveralOf, TimezoneField } from './lookup-fields.tsx'
import { NumberInput } from './number-input.tsx'
import { Prompt } from './prompt.tsx'
import { ToolList } from './tool-list.tsx'
import { VariableList } from './variable-list.tsx'
import { VoicePicker } from './voice-picker.tsx'

/** Props of every control of a setting. */
export interface ControlProps {
  readonly model: FormModel
  readonly field: SettingField
  /** ARIA props from the surrounding field; undefined for controls with their own label. */
  readonly wiring: Wiring | undefined
}

/** Renders the control of a setting. */
export function ControlOf(props: ControlProps) {
  const { model, field, wiring } = props
  const { name, control, label, hint } = field
  const value = model.values.value?.[name]
  const edit = (next: unknown) => model.edit(name, next)
  const text = typeof value === 'string' ? value : ''

  switch (control.kind) {
    case 'line':
      return <TextInput {...wiring!} required value={text} onEdit={edit} />
    case 'address':
      return (
        <TextInput
          {...wiring!}
          type="url"
          dir="ltr"
          placeholder="https://"
          value={text}
          onEdit={(next) => edit(next === '' ? null : next)}
        />
      )
    case 'prose':
      return (
        <TextArea
          {...wiring!}
          rows={control.rows}
          value={text}
          onEdit={(next) => edit(next === '' ? null : next)}
        />
      )
    case 'prompt':
      return <Prompt {...props} />
    case 'number':
      return (
        <NumberInput
          wiring={wiring!}
          unit={unitWords(control.unit)}
          // Budgets have no useful bounds; an empty one means no limit.
          bounds={control.unit === 'dollars' ? undefined : boundsOf(name)}
          value={value}
          onEdit={edit}
        />
      )
    case 'slider':
      return (
        <Slider
          label={label}
          hint={hint}
          {...boundsOf(name)}
          step={control.step}
          value={Number(value)}
          format={formatNumber}
          onEdit={edit}
        />
      )
    case 'switch':
      return <Switch label={label} hint={hint} checked={value === true} onSwitch={edit} />
    case 'choice':
      return <OneOfWords {...props} />
    case 'one':
      return <OneOf {...props} of={control.of} />
    case 'several':
      return <SeveralOf {...props} of={control.of} />
    case 'timezone':
      return <TimezoneField {...props} />
    case 'phone':
      return <PhoneNumber {...props} />
    case 'voice':
      return <VoicePicker model={model} />
    case 'tools':
      return <ToolList {...props} />
    case 'extraction':
      return <ExtractionTable {...props} />
    case 'fillers':
      return <FillerPhrases {...props} />
    case 'variables':
      return <VariableList {...props} />
    case 'object':
      return <JsonField wiring={wiring!} of="object" value={value} onEdit={edit} />
  }
}

/** A few named options with explanations, or a select if the names are self-explanatory. */
function OneOfWords({ model, field }: ControlProps) {
  const { name, control, label, hint } = field
  if (control.kind !== 'choice') return null
  const words = tEntries(`assistantForm.choices.${control.of}`)
  const value = String(model.values.value?.[name] ?? '')
  if (words.length > 4) {
    return (
      <Field label={label} hint={hint}>
        {(wiring) => (
          <Select {...wiring} value={value} onEdit={(next) => model.edit(name, next)}>
            {words.map(([key, word]) => (
              <option key={key} value={key}>
                {word}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  }
  return (
    <>
      <Choices
        label={label}
        value={value}
        options={words.map(([key, word]) => ({
          value: key,
          label: word,
          hint: tIfKnown('assistantForm.choiceHints', `${control.of}.${key}`),
        }))}
        onChoose={(next) => model.edit(name, next)}
      />
      {name === 'mode' && 'mode' in model.changes.value && (
        <p class="field-hint">{t('assistantForm.modeResets')}</p>
      )}
    </>
  )
}
