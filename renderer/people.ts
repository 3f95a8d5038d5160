import type { InboxItem } from '#contracts/conversations.ts'
import { peopleTexts as t } from './texts/people.ts'

/** A visitor's name, or one that tells nameless visitors apart. */
export function visitorName(visitor: { id: string; name: string | null } | null): string {
  if (!visitor) return t.visitor
  return visitor.name ?? t.visitorEnding(visitor.id.slice(-4))
}

/** Whom a conversation is with. */
export function titleOf({ type, visitor }: Pick<InboxItem, 'type' | 'visitor'>): string {
  return type === 'test' && !visitor ? t.yourTest : visitorName(visitor)
}
