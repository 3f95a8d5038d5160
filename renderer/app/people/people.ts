import type { Actor } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import { t } from '../../locales/translate.ts'

/** A visitor's name, or one that tells nameless visitors apart. */
export function visitorName(visitor: { id: string; name: string | null } | null): string {
  if (!visitor) return t('people.visitor')
  return visitor.name ?? t('people.visitorEnding', { ending: visitor.id.slice(-4) })
}

/** Whom a conversation is with. */
export function titleOf({ type, visitor }: Pick<InboxItem, 'type' | 'visitor'>): string {
  return type === 'test' && !visitor ? t('people.yourTest') : visitorName(visitor)
}

/** Several people in one sentence. */
export const namesOf = (people: readonly Pick<Actor, 'name'>[]): string =>
  people.map(({ name }) => name).join(', ')
