import { useMemo } from 'preact/hooks'
import type { InboxItem } from '#contracts/conversations.ts'
import { AUTHORS, titleOf } from '../../people.ts'
import { Avatar, Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'

interface RowProps {
  readonly item: InboxItem
  /** Where it stands among how many: not all of them are drawn. */
  readonly place: number
  readonly count: number
  readonly isCurrent: boolean
  readonly isTyping: boolean
}

/** One conversation in the list. It is drawn again only when something about it has changed. */
export function Row({ item, place, count, isCurrent, isTyping }: RowProps) {
  return useMemo(
    () => (
      <li aria-posinset={place} aria-setsize={count}>
        <a
          class={`row ${item.unread > 0 ? 'is-unread' : ''}`}
          href={`/app/inbox/${item.id}`}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <Face item={item} />
          <span class="row-body">
            <span class="row-line">
              <span class="row-name" dir="auto">
                {titleOf(item)}
              </span>
              <Time at={item.updated_at} />
            </span>
            <Preview item={item} isTyping={isTyping} />
            <Facts item={item} />
          </span>
        </a>
      </li>
    ),
    [item, place, count, isCurrent, isTyping],
  )
}

function Face({ item }: { readonly item: InboxItem }) {
  const { visitor } = item
  return (
    <>
      <Avatar name={titleOf(item)} id={visitor?.id ?? item.id} isOnline={visitor?.online} />
      {visitor?.online && <span class="visually-hidden">Online: </span>}
    </>
  )
}

function Preview({ item, isTyping }: Pick<RowProps, 'item' | 'isTyping'>) {
  if (isTyping) return <span class="row-preview is-typing">typing…</span>
  const { last_message } = item
  if (!last_message) return <span class="row-preview">No messages yet</span>
  const { author, content } = last_message
  return (
    <span class="row-preview" dir="auto">
      {author !== 'visitor' && <span class="row-author">{AUTHORS[author]}: </span>}
      {content}
    </span>
  )
}

function Facts({ item }: { readonly item: InboxItem }) {
  const { assistant_name, ended_at, ai_enabled, type, unread } = item
  return (
    <span class="row-line">
      <span class="row-facts">
        {ended_at ? (
          <Badge>Ended</Badge>
        ) : (
          !ai_enabled && <Badge tone="person">With a person</Badge>
        )}
        {type === 'test' && <Badge>Test</Badge>}
        <span class="row-assistant">{assistant_name}</span>
      </span>
      {unread > 0 && (
        <span class="count">
          {unread}
          <span class="visually-hidden"> unread</span>
        </span>
      )}
    </span>
  )
}
