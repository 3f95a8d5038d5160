/*
 * GET    /user/contacts/:id/merges/preview    previewContactMerge
 * GET    /user/contacts/:id/merges            listContactMerges
 * POST   /user/contacts/:id/merges            mergeContacts
 * DELETE /user/contacts/:id/merges/:merge_id  splitContacts
 * GET    /user/contacts/:id/duplicates        listDuplicateContacts
 */
import {
  listContactMerges,
  listDuplicateContacts,
  mergeContacts,
  previewContactMerge,
  splitContacts,
} from '#contracts/contact-merges.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { presentContact } from '../present.ts'
import { type ContactRow, contactQueries } from '../queries.ts'
import { compared } from './choices.ts'
import { mergeInto, pairOf } from './merge.ts'
import { presentMerge } from './present.ts'
import { mergeQueries } from './queries.ts'
import { splitOff } from './split.ts'

/** Merging contacts that are one person, and splitting them again (decision 084). */
export const contactMergeRoutes: Routes = (context) => {
  const { handle, db, write, hub } = context
  const merges = mergeQueries(db)
  const contacts = contactQueries(db)

  handle(previewContactMerge, ({ principal: { userId }, params, query }) => {
    const pair = pairOf(context, { userId, kept: params.id, merged: query.contact_id })
    if (pair.mergeId !== undefined) throw new AppError('contact_already_merged')
    const { kept, merged } = pair
    return {
      kept: presentContact(kept, hub),
      merged: presentContact(merged, hub),
      fields: compared(kept, merged),
      moves: merges.holdings(merges.tree(merged.id)),
    }
  })

  handle(listContactMerges, ({ principal: { userId }, params }) => {
    const contact = find(userId, params.id)
    return {
      data: merges
        .into(contact.id)
        .map((merge) =>
          presentMerge(merges, merge, visitorQueries(db).find(merge.visitor_id)!, contact),
        ),
    }
  })

  handle(mergeContacts, async ({ principal: { userId, operatorId }, params, body }) => {
    const { contact, mergeId } = await write((tx) =>
      mergeInto(tx, context, {
        userId,
        operatorId,
        kept: params.id,
        merged: body.contact_id,
        choice: body.fields ?? {},
      }),
    )
    return {
      message: 'Contacts merged successfully',
      data: presentContact(contact, hub),
      merge_id: mergeId,
    }
  })

  handle(splitContacts, async ({ principal: { userId }, params }) => {
    const { stays, leaves } = await write((tx) => {
      const contact = find(userId, params.id)
      const merge = merges.find(userId, params.merge_id)
      if (merge?.into_visitor_id !== contact.id) throw notFound('merge_not_found')
      return splitOff(tx, context, merge)
    })
    return {
      message: 'Contacts split successfully',
      data: presentContact(stays, hub),
      contact: presentContact(leaves, hub),
    }
  })

  handle(listDuplicateContacts, ({ principal: { userId }, params }) => {
    const contact = find(userId, params.id)
    const found = merges.alike({
      userId,
      id: contact.id,
      name: contact.shown_name,
      emails: JSON.stringify([contact.shown_email, ...merges.emails(contact)]),
      phones: JSON.stringify([contact.shown_phone, ...merges.phones(contact)]),
    })
    const rows = contacts.byIds(found.map(({ id }) => id))
    return {
      data: rows
        .map((row, index) => ({ row, by: JSON.parse(found[index]!.kinds) }))
        .filter(({ row }) => !isSomebodyElse(contact, row))
        .map(({ row, by }) => ({ contact: presentContact(row, hub), by })),
    }
  })

  function find(userId: number, uuid: string): ContactRow {
    const row = contacts.ofUser(userId, uuid)
    if (!row) throw notFound('contact_not_found')
    return row
  }
}

/** Reports whether websites have verified two contacts as different people. */
const isSomebodyElse = (one: ContactRow, other: ContactRow): boolean =>
  one.shown_external_id !== null &&
  other.shown_external_id !== null &&
  one.shown_external_id !== other.shown_external_id
