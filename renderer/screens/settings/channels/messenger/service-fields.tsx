import type { Signal } from '@preact/signals'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Select, TextInput } from '../../../../ui/controls.tsx'
import { Field } from '../../../../ui/field.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { assistantOptions } from '../../../records/assistant-options.ts'

interface ServiceFieldProps {
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'url' | 'tel'
  readonly placeholder?: string
  readonly isOptional?: boolean
  readonly value: Signal<string>
  readonly error: string | undefined
}

/** Something that a service shows and that is pasted here. */
export function ServiceField({
  label,
  hint,
  type = 'text',
  placeholder,
  isOptional = false,
  value,
  error,
}: ServiceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type={type}
          dir="ltr"
          // Keeps browsers from offering saved passwords of this site.
          autocomplete={type === 'password' ? 'new-password' : 'off'}
          spellcheck={false}
          placeholder={placeholder}
          value={value.value}
          onEdit={(edited) => {
            value.value = edited
          }}
        />
      )}
    </Field>
  )
}

interface NameProps {
  readonly desk: Pick<Desk, 'api'>
  /** Says what becomes the name if none is given. */
  readonly hint: string
  readonly model: {
    readonly name: Signal<string>
    readonly assistant: Signal<string>
    readonly errors: Signal<Readonly<Record<string, string>>>
  }
}

/** Display name of a new sender, and who answers. */
export function NameAndAssistant({ desk, hint, model: { assistant, errors, name } }: NameProps) {
  const assistants = useModel(() => ({ options: assistantOptions(desk.api) })).options
  return (
    <>
      <Field
        label={t('messenger.name')}
        hint={hint}
        error={errors.value['display_name']}
        isOptional
      >
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
        label={t('messenger.assistant')}
        hint={t('messenger.assistantHint')}
        error={errors.value['assistant_id']}
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={assistant.value}
            onEdit={(value) => {
              assistant.value = value
            }}
          >
            <option value="">{t('messenger.people')}</option>
            {assistants.value.map(({ id, name: label }) => (
              <option key={id} value={String(id)}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  )
}
