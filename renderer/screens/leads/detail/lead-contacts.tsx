import type { SecondaryContact } from '#contracts/leads.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/display.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { LeadStatusBadge } from '../status-badge.tsx'
import { printed } from '../variables.ts'
import type { Asked } from './lead.tsx'

interface LeadContactsProps {
  readonly contacts: readonly SecondaryContact[]
  /** Opens a dialog about a contact; undefined for operators who may not change it. */
  readonly onAsk: ((what: Asked['what'], one: SecondaryContact) => void) | undefined
}

/** The other numbers of a lead, in the order in which they are called. */
export function LeadContacts({ contacts, onAsk }: LeadContactsProps) {
  if (contacts.length === 0) return null
  return (
    <Card title={t('leads.contacts')} note={t('leads.contactsHint')}>
      <ol class="lead-contacts">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <span class="number-cell" dir="ltr">
              {contact.phone_number}
            </span>
            <LeadStatusBadge status={contact.status} />
            <span class="quiet lead-variables" dir="auto">
              {Object.entries(contact.variables)
                .map(([name, value]) => `${name}: ${printed(value)}`)
                .join(' · ')}
            </span>
            {onAsk && (
              <span class="lead-contact-actions">
                <IconButton
                  size="small"
                  icon={EditIcon}
                  label={t('leads.editOf', { number: contact.phone_number })}
                  onClick={() => onAsk('edit', contact)}
                />
                <IconButton
                  size="small"
                  icon={TrashIcon}
                  label={t('leads.deleteOf', { number: contact.phone_number })}
                  onClick={() => onAsk('remove', contact)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
