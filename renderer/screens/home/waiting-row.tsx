import type { InboxItem } from '#contracts/conversations.ts'
import { titleOf } from '../../app/people/people.ts'
import { plainWords } from '../../app/plain-words.ts'
import { t } from '../../locales/translate.ts'
import { Avatar, Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import { ModeBadge } from '../inbox/list/mode-badge.tsx'

/** A conversation that is waiting for a person, with its waiting time. */
export function WaitingRow({ item }: { readonly item: InboxItem }) {
  const { id, visitor, open_question, last_message, assistant_name, assignee, needs_person } = item
  const name = titleOf(item)
  return (
    <li class="home-waiting-row">
      <Avatar name={name} id={visitor?.id ?? id} isOnline={visitor?.online} />
      <div class="home-waiting-words">
        <p class="home-waiting-who">
          <a href={`/app/inbox/${id}`}>{name}</a>
          {needs_person && <Badge tone="attention">{t('home.asksForPerson')}</Badge>}
          <ModeBadge mode={item.ai_mode} />
        </p>
        <p class="home-waiting-said" dir="auto">
          {open_question ??
            (last_message ? plainWords(last_message.content) : t('home.nothingSaid'))}
        </p>
        <p class="home-waiting-about">
          {assistant_name}
          {assignee && ` · ${t('home.assigned', { name: assignee.name })}`}
        </p>
      </div>
      <Time at={item.waiting_since ?? item.updated_at} as="relative" />
    </li>
  )
}
