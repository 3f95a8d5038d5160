import { t } from '../../../locales/translate.ts'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { EmailModel } from './email-model.ts'
import { ProviderField, ServerAddressFields, SignInFields } from './mail-server-fields.tsx'

/** Fields of the mail server: provider, sender, sign-in and address of the server. */
export function EmailFieldsOf({ model }: { readonly model: EmailModel }) {
  const { fields, faults } = model
  return (
    <>
      <ProviderField model={model} />
      <Field
        label={t('channels.from')}
        hint={t('channels.fromHint')}
        error={faults.value['from_address']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="email"
            dir="ltr"
            required
            autocomplete="off"
            value={fields.value.from_address}
            onEdit={(from_address) => model.edit({ from_address })}
          />
        )}
      </Field>
      <SignInFields model={model} hint={t('channels.usernameHint')} isOptional />
      <ServerAddressFields
        model={model}
        hostLabel={t('channels.host')}
        securities={[
          ['starttls', t('channels.securities.starttls')],
          ['tls', t('channels.securities.tls')],
          ['none', t('channels.securities.none')],
        ]}
      />
    </>
  )
}
