import type { Actor } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import { t } from '../../locales/translate.ts'

/** A visitor's name, or a label that distinguishes anonymous visitors. */
export function visitorName(visitor: { id: string; name: string | null } | null): string {
  if (!visitor) return t('people.visitor')
  return visitor.name ?? t('people.visitorEnding', { ending: visitor.id.slice(-4) })
}

/** The parts of a conversation that its title needs. */
interface Titled extends Pick<InboxItem, 'id' | 'type'> {
  readonly visitor: { readonly id: string; readonly name: string | null } | null
}

/** Title of a conversation: the other party. */
export function titleOf({ id, type, visitor }: Titled): string {
  if (visitor) return visitorName(visitor)
  if (type === 'test') return t('people.yourTest')
  return type === 'api' ? t('people.apiEnding', { ending: id.slice(-4) }) : visitorName(null)
}

/** Joins several names into a list. */
export const namesOf = (people: readonly Pick<Actor, 'name'>[]): string =>
  people.map(({ name }) => name).join(', ')
