import type { MergeChoice } from '#contracts/contact-merges.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import { type ContactRow, contactQueries } from '../queries.ts'
import { recordContact, recordConversations } from '../record.ts'
import { chosen } from './choices.ts'
import { mergeQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now'>

/** Two contacts, by the ids that a caller gives. */
interface Named {
  readonly userId: number
  /** The one that stays. */
  readonly kept: string
  readonly merged: string
}

/** Two contacts that can be merged, or the merge that they have already. */
type Pair =
  | { readonly kept: ContactRow; readonly merged: ContactRow; readonly mergeId?: never }
  | { readonly kept: ContactRow; readonly mergeId: number }

/**
 * The contacts of a merge.
 * @throws InvalidFields for a contact and itself; AppError 404 for an unknown one, 409 if one is merged into another contact, or if websites have verified them as different people
 */
export function pairOf({ db }: Pick<Needs, 'db'>, { userId, kept, merged }: Named): Pair {
  const merges = mergeQueries(db)
  if (kept === merged) throw new InvalidFields({ contact_id: [fault('same_as', { other: 'id' })] })
  const [stays, goes] = [merges.visitor(userId, kept), merges.visitor(userId, merged)]
  if (!stays || !goes) throw notFound('contact_not_found')
  const contactOf = (uuid: string) => contactQueries(db).ofUser(userId, uuid)!
  if (stays.contact_id !== null) throw new AppError('contact_already_merged')
  if (goes.contact_id === stays.id)
    return { kept: contactOf(kept), mergeId: merges.ofVisitor(goes.id)!.id }
  if (goes.contact_id !== null) throw new AppError('contact_already_merged')
  if (merges.identities([...merges.tree(stays.id), ...merges.tree(goes.id)]).length > 1)
    throw new AppError('contacts_verified_differently')
  return { kept: contactOf(kept), merged: contactOf(merged) }
}

/** A merge, and the contact that stays. */
interface Merged {
  readonly mergeId: number
  readonly contact: ContactRow
}

/** Merges a contact into another one; nothing changes if it was merged into that one before. */
export function mergeInto(
  tx: Tx,
  context: Needs,
  named: Named & { readonly operatorId: number; readonly choice: MergeChoice },
): Merged {
  const { db, events, now } = context
  const { userId, operatorId, choice } = named
  const pair = pairOf(context, named)
  if (pair.mergeId !== undefined) return { mergeId: pair.mergeId, contact: pair.kept }
  const { kept, merged } = pair
  const merges = mergeQueries(db)
  const moved = merges.tree(merged.id)
  const mergeId = merges.insert(tx, {
    userId,
    visitorId: merged.id,
    intoId: kept.id,
    details: JSON.stringify(chosen(kept, merged, choice)),
    operatorId,
    now: now().getTime(),
  })
  merges.show(tx, merged.id, kept.id)
  events.record(tx, { userId, type: 'contact.deleted', payload: { id: merged.uuid } })
  const contact = recordContact(tx, context, kept)
  // Otherwise they are recorded along with the name.
  if (contact.shown_name === kept.shown_name) recordConversations(tx, context, moved)
  return { mergeId, contact }
}
