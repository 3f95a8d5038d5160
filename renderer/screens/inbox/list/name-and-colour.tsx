import type { Signal } from '@preact/signals'
import type { LabelColour } from '#contracts/labels.ts'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import { ColourField } from './colour-field.tsx'

interface NameAndColourProps {
  readonly label: string
  readonly form: {
    readonly name: Signal<string>
    readonly colour: Signal<LabelColour>
    readonly errors: Signal<Readonly<Record<string, string>>>
    readonly failure: Signal<string | undefined>
  }
}

/** Fields of a thing with a name and a colour, below the reason for which it could not be saved. */
export function NameAndColour({ label, form }: NameAndColourProps) {
  return (
    <>
      {form.failure.value && <Banner tone="danger">{form.failure.value}</Banner>}
      <Field label={label} error={form.errors.value['name']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            autocomplete="off"
            dir="auto"
            value={form.name.value}
            onEdit={(value) => {
              form.name.value = value
            }}
          />
        )}
      </Field>
      <ColourField
        value={form.colour.value}
        onChoose={(colour) => {
          form.colour.value = colour
        }}
      />
    </>
  )
}
