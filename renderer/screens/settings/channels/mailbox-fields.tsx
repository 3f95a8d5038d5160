import { t } from '../../../locales/translate.ts'
import { ProviderField, ServerAddressFields, SignInFields } from './mail-server-fields.tsx'
import type { MailboxModel } from './mailbox-model.ts'

/** Fields of the mailbox: provider, sign-in and address of the server. */
export function MailboxFieldsOf({ model }: { readonly model: MailboxModel }) {
  return (
    <>
      <ProviderField model={model} />
      <SignInFields model={model} hint={t('channels.sameSignIn')} />
      <ServerAddressFields
        model={model}
        hostLabel={t('channels.imapHost')}
        securities={[
          ['tls', t('channels.imapSecurities.tls')],
          ['starttls', t('channels.imapSecurities.starttls')],
          ['none', t('channels.securities.none')],
        ]}
      />
    </>
  )
}
