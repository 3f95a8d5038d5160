import type { InboxItem } from '#contracts/conversations.ts'
import type { Author } from '#contracts/messages.ts'

/** A visitor's name, or one that tells nameless visitors apart. */
export function visitorName(visitor: { id: string; name: string | null } | null): string {
  if (!visitor) return 'Visitor'
  return visitor.name ?? `Visitor ${visitor.id.slice(-4)}`
}

/** Whom a conversation is with. */
export function titleOf({ type, visitor }: Pick<InboxItem, 'type' | 'visitor'>): string {
  return type === 'test' && !visitor ? 'Your test' : visitorName(visitor)
}

/** How an author is called where there is no name. */
export const AUTHORS: Record<Author, string> = {
  visitor: 'Visitor',
  assistant: 'Assistant',
  operator: 'You',
}
