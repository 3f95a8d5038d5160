import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { ProfileModel } from './profile-model.ts'

interface NameAndEmailProps {
  readonly model: ProfileModel
  readonly names: readonly [name: string, email: string]
  readonly nameHint?: string
  readonly emailHint?: string
}

/** Name and email fields, shared by operators and accounts. */
export function NameAndEmailFields({ model, names, nameHint, emailHint }: NameAndEmailProps) {
  return (
    <>
      <Field label={names[0]} hint={nameHint} error={model.errors.value['name']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            autocomplete="off"
            value={model.name.value}
            onEdit={(value) => {
              model.name.value = value
            }}
          />
        )}
      </Field>
      <Field label={names[1]} hint={emailHint} error={model.errors.value['email']}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            autocomplete="off"
            value={model.email.value}
            onEdit={(value) => {
              model.email.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}
