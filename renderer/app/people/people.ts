import type { Actor } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import { t } from '../../locales/translate.ts'

/** A visitor's name, or a label that distinguishes anonymous visitors. */
export function visitorName(visitor: { id: string; name: string | null } | null): string {
  if (!visitor) return t('people.visitor')
  return visitor.name ?? t('people.visitorEnding', { ending: visitor.id.slice(-4) })
}

/** Title of a conversation: the other party. */
export function titleOf({ type, visitor }: Pick<InboxItem, 'type' | 'visitor'>): string {
  return type === 'test' && !visitor ? t('people.yourTest') : visitorName(visitor)
}

/** Joins several names into a list. */
export const namesOf = (people: readonly Pick<Actor, 'name'>[]): string =>
  people.map(({ name }) => name).join(', ')
