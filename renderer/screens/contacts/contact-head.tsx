import './contact.css'
import type { Contact } from '#contracts/contacts.ts'
import { visitorName } from '../../app/people/people.ts'
import { t } from '../../locales/translate.ts'
import { IconButton } from '../../ui/button.tsx'
import { Avatar } from '../../ui/display.tsx'
import { EditIcon, SafeIcon } from '../../ui/icons-work.tsx'
import { relatively, toDate } from '../../ui/time.tsx'
import { DetailEditor } from './detail-editor.tsx'
import type { ContactDetails, DetailsModel } from './details-model.ts'

/** Header of a contact: name and presence. */
export type ContactSummary = ContactDetails &
  Pick<Contact, 'id' | 'online' | 'last_seen_at' | 'external_id'>

interface ContactHeadProps {
  readonly model: DetailsModel
  readonly contact: ContactSummary
}

/** Header of a contact, with an editable name. */
export function ContactHead({ model, contact }: ContactHeadProps) {
  const name = visitorName(contact)
  if (model.editing.value?.name === 'name' && !model.isReadOnly)
    return <DetailEditor model={model} details={contact} name="name" label={t('details.name')} />
  return (
    <div class="contact-head">
      <Avatar name={name} id={contact.id} isOnline={contact.online} size="large" />
      <div class="contact-who">
        <strong dir="auto">{name}</strong>
        <Presence contact={contact} />
        {contact.external_id !== null && <Verified id={contact.external_id} />}
      </div>
      {!model.isReadOnly && (
        <span class="contact-edit">
          <IconButton
            size="small"
            icon={EditIcon}
            label={
              contact.name === null
                ? t('details.addDetail.name')
                : t('details.editDetail', { label: t('details.name') })
            }
            onClick={() => model.edit('name', contact.name)}
          />
        </span>
      )}
    </div>
  )
}

/** Badge of an identity verified by the website, with the website's id. */
function Verified({ id }: { readonly id: string }) {
  return (
    <span class="contact-verified">
      <SafeIcon size={14} /> {t('details.verified')} · <bdi>{t('details.verifiedId', { id })}</bdi>
    </span>
  )
}

/** Presence of a contact, or their last visit. */
export function Presence({ contact }: { readonly contact: ContactSummary }) {
  if (contact.online) return <span class="contact-online">{t('thread.onlineNow')}</span>
  return (
    <span class="quiet">
      {t('details.seenAt', { when: relatively(toDate(contact.last_seen_at)) })}
    </span>
  )
}
