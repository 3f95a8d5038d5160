import './contact.css'
import type { ContactDetail } from '#contracts/contacts.ts'
import { t } from '../../locales/translate.ts'

/** Further addresses of a contact, which came from those that were merged into it. */
export function OtherAddresses({ contact }: { readonly contact: ContactDetail }) {
  const { other_emails, other_phones } = contact
  if (other_emails.length + other_phones.length === 0) return null
  return (
    <p class="contact-others quiet">
      {t('contacts.alsoKnown')}{' '}
      {[...other_emails, ...other_phones].map((address, index) => (
        <>
          {index > 0 && ', '}
          <bdi key={address}>{address}</bdi>
        </>
      ))}
    </p>
  )
}
