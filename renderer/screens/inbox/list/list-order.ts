import type { ReadonlySignal } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { InboxSort } from '#contracts/inbox-filter.ts'
import { byActivity } from '../../../app/inbox/apply-to-inbox.ts'
import type { Filter } from '../../../app/inbox/filter.ts'
import { ORDERS } from '../../../app/inbox/order.ts'

interface Needs {
  readonly filter: ReadonlySignal<Filter>
  readonly sort: ReadonlySignal<InboxSort>
  /** Conversations with unread mentions. */
  readonly mentionedIn: ReadonlySignal<ReadonlySet<string>>
}

/** Order of a list: as the operator sorts the inbox; among their mentions, those with unread ones come first. */
export function createListOrder({ filter, sort, mentionedIn }: Needs) {
  /** Those with unread mentions when the list was read: no row moves because it is read. */
  let onTop: ReadonlySet<string> = new Set()
  const isOfMentions = () => filter.peek().mentioned !== undefined
  return {
    compare: (one: InboxItem, other: InboxItem): number =>
      isOfMentions()
        ? Number(onTop.has(other.id)) - Number(onTop.has(one.id)) || byActivity(one, other)
        : ORDERS[sort.peek()](one, other),
    /** Call when the list is read. */
    renew(): void {
      onTop = mentionedIn.peek()
    },
    /** Reports whether a mention has come since, perhaps in a conversation that is not loaded. */
    hasNewMention: (): boolean =>
      [...mentionedIn.value].some((id) => !onTop.has(id)) && isOfMentions(),
  }
}
