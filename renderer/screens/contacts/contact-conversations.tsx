import './contact.css'
import type { ContactConversation } from '#contracts/contacts.ts'
import { plainWords } from '../../app/plain-words.ts'
import { t } from '../../locales/translate.ts'
import { Badge, Count } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'

interface ContactConversationsProps {
  readonly conversations: readonly ContactConversation[]
}

/** A contact's conversations, latest first, each linked to the inbox. */
export function ContactConversations({ conversations }: ContactConversationsProps) {
  return (
    <ol class="contact-conversations">
      {conversations.map((one) => (
        <li key={one.id}>
          <a href={`/app/inbox/${one.id}`}>
            <span class="contact-conversation-last" dir="auto">
              {one.last_message === null ? t('contacts.nothingSaid') : plainWords(one.last_message)}
            </span>
            <span class="contact-conversation-head">
              <Time at={one.updated_at} />
              <bdi>{one.assistant_name}</bdi>
              <span>{t('contacts.messages', { count: one.message_count })}</span>
              {one.unread > 0 && (
                <Count value={one.unread} label={t('contacts.unread', { count: one.unread })} />
              )}
              {one.ended_at !== null && <Badge>{t('contacts.ended')}</Badge>}
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}
