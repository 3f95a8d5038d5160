import { z } from 'zod'
import { Actor } from './activities.ts'
import { Contact } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { Id, optional, Uuid } from './scalars.ts'

/** Details of which a merged contact has one each. */
export const MergedField = z.enum(['name', 'email', 'phone', 'notes'])
export type MergedField = z.output<typeof MergedField>

const OneOf = z.enum(['kept', 'merged'])

/** The value that the desk shows of the merged contact. Without a choice it is that of the contact that stays, or else the other one’s; notes are joined. */
export const MergeChoice = z.object({
  name: optional(OneOf),
  email: optional(OneOf),
  phone: optional(OneOf),
  notes: optional(z.enum(['kept', 'merged', 'both'])),
})
export type MergeChoice = z.output<typeof MergeChoice>

/** Everything that belongs to a contact, and is shown with another one after a merge. */
export const ContactHoldings = z.object({
  conversations: z.int(),
  calls: z.int().describe('Calls in these conversations.'),
  notes: z.int().describe('Private notes in these conversations.'),
  labels: z.int().describe('Labels on these conversations.'),
  variables: z.int().describe('Conversations with variables.'),
  pages: z.int().describe('Visited pages, at most 50 for each of its browsers.'),
})
export type ContactHoldings = z.output<typeof ContactHoldings>

/** The two values of a detail. */
const FieldComparison = z.object({
  name: MergedField,
  kept: z.string().nullable(),
  merged: z.string().nullable(),
  choice: z.enum(['kept', 'merged', 'both']).describe('The choice if none is sent.'),
  is_conflict: z.boolean().describe('Whether both have a value, and not the same one.'),
})
export type FieldComparison = z.output<typeof FieldComparison>

/** A contact that was merged into another one. */
export const ContactMerge = z.object({
  id: z.int(),
  contact: Contact.pick({ id: true, name: true, email: true, phone: true, external_id: true }),
  by: Actor.nullable().describe('The operator who merged them, unless they were removed.'),
  created_at: z.iso.datetime(),
  leaves: ContactHoldings.describe('Everything that a split gives back.'),
  restores: z
    .array(z.object({ name: MergedField, from: z.string().nullable(), to: z.string().nullable() }))
    .describe('Details that the contact that stays gets back; those edited since are unchanged.'),
})
export type ContactMerge = z.output<typeof ContactMerge>

const params = z.object({ id: z.string() })

const refusals = [
  'contact_not_found',
  'contact_already_merged',
  'contacts_verified_differently',
] as const

export const previewContactMerge = endpoint({
  method: 'get',
  path: '/user/contacts/:id/merges/preview',
  capability: 'contacts',
  summary: 'Preview merging another contact into a contact; nothing is changed',
  params,
  query: z.object({ contact_id: Uuid.describe('The contact that would be merged.') }),
  refusals,
  examples: { query: { contact_id: '0199c0de-0000-7000-8000-0000000000f1' } },
  reply: z.object({
    kept: Contact,
    merged: Contact,
    fields: z.array(FieldComparison),
    moves: ContactHoldings.describe('Everything that would be shown with the contact that stays.'),
  }),
})

export const listContactMerges = endpoint({
  method: 'get',
  path: '/user/contacts/:id/merges',
  capability: 'contacts',
  summary: 'List what was merged into a contact, newest first, with what a split would give back',
  params,
  refusals: ['contact_not_found'],
  reply: z.object({ data: z.array(ContactMerge) }),
})

export const mergeContacts = endpoint({
  method: 'post',
  path: '/user/contacts/:id/merges',
  capability: 'contacts',
  summary: 'Merge another contact into a contact; repeating it changes nothing',
  description:
    'Conversations, calls, notes and visited pages of both are shown as one contact, which is known by the addresses of both. Visitors notice nothing: each browser and address keeps its own conversations. Two contacts whose identities were verified differently are not merged.',
  params,
  body: z.object({
    contact_id: Uuid.describe('The contact to merge.'),
    fields: optional(MergeChoice),
  }),
  status: 201,
  refusals,
  examples: {
    body: { contact_id: '0199c0de-0000-7000-8000-0000000000f1', fields: { name: 'kept' } },
    reply: { message: 'Contacts merged successfully' },
  },
  reply: z.object({ message: z.string(), data: Contact, merge_id: z.int() }),
})

export const splitContacts = endpoint({
  method: 'delete',
  path: '/user/contacts/:id/merges/:merge_id',
  capability: 'contacts',
  summary: 'Split a merged contact off again, with everything that came in by its addresses since',
  description:
    'A contact that had been merged with others before it was merged into this one is split off first, together with them; they are split off it afterwards.',
  params: params.extend({ merge_id: Id }),
  refusals: ['contact_not_found', 'merge_not_found'],
  examples: { reply: { message: 'Contacts split successfully' } },
  reply: z.object({
    message: z.string(),
    data: Contact.describe('The contact that stays.'),
    contact: Contact.describe('The contact that was split off.'),
  }),
})

export const listDuplicateContacts = endpoint({
  method: 'get',
  path: '/user/contacts/:id/duplicates',
  capability: 'contacts',
  summary: 'List contacts with the same email address, phone number or name, likeliest first',
  params,
  refusals: ['contact_not_found'],
  reply: z.object({
    data: z
      .array(z.object({ contact: Contact, by: z.array(MergedField.exclude(['notes'])) }))
      .describe('At most 10.'),
  }),
})
