import { Select, TextArea, TextInput } from '../ui/controls.tsx'
import { Field } from '../ui/field.tsx'
import type { Control } from './form.ts'

interface EntryProps {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly rules: readonly string[]
  readonly fallback: string | undefined
  readonly description: string | undefined
  readonly control: Control
  readonly value: string
  readonly error: string | undefined
  readonly onEdit: (value: string) => void
}

/** A form field with its documentation and errors. */
export function Entry(props: EntryProps) {
  const { name, type, isRequired, rules, fallback, description, control, value, onEdit } = props
  const about = [
    ...rules.filter((rule) => control.kind !== 'choice' || !rule.startsWith('one of')),
    ...(fallback === undefined ? [] : [`default ${fallback}`]),
  ].join(' · ')
  return (
    <Field
      label={name}
      hint={[description?.replaceAll('`', ''), about].filter(Boolean).join(' · ') || undefined}
      error={props.error}
      aside={<span class="field-type">{isRequired ? `${type}, required` : type}</span>}
    >
      {(wiring) => {
        const inputProps = { ...wiring, value, onEdit }
        switch (control.kind) {
          case 'choice':
            return (
              <Select {...inputProps}>
                <option value="">Not sent</option>
                {control.choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </Select>
            )
          case 'json':
          case 'text':
            return <TextArea {...inputProps} rows={control.kind === 'json' ? 2 : 1} />
          default:
            return (
              <TextInput
                {...inputProps}
                autocomplete="off"
                spellcheck={false}
                inputMode={control.kind === 'number' ? 'decimal' : 'text'}
              />
            )
        }
      }}
    </Field>
  )
}
