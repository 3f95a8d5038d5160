import type { ReadonlySignal, Signal } from '@preact/signals'
import { t } from '../../locales/translate.ts'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'

interface DescriptionFieldsProps {
  readonly nameLabel: string
  readonly name: Signal<string>
  readonly description: Signal<string>
  readonly errors: ReadonlySignal<Readonly<Record<string, string>>>
}

/** Fields for the name and description of a knowledge base or document. */
export function DescriptionFields({ nameLabel, ...props }: DescriptionFieldsProps) {
  const { name, description, errors } = props
  return (
    <>
      <Field label={nameLabel} error={errors.value['name']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={name.value}
            onEdit={(value) => {
              name.value = value
            }}
          />
        )}
      </Field>
      <Field
        label={t('knowledge.descriptionOptional')}
        hint={t('knowledge.descriptionHint')}
        error={errors.value['description']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={description.value}
            onEdit={(value) => {
              description.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}
