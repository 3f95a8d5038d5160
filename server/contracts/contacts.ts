import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ExportQuery, exportOf } from './export.ts'
import { pageOf, pageQuery } from './page.ts'
import { JsonObject, text, Uuid } from './scalars.ts'

/** A person who has written through the widget. */
export const Contact = z.object({
  id: Uuid,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  external_id: z
    .string()
    .nullable()
    .describe('The website’s own id for the contact, if it has verified their identity.'),
  notes: z.string().nullable().describe('Operators’ notes about the contact.'),
  online: z.boolean().describe('Whether one of the contact’s tabs is connected now.'),
  assistant_name: z.string(),
  page_url: z.string().nullable(),
  page_title: z.string().nullable(),
  user_agent: z.string().nullable(),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  conversation_count: z.int(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Contact = z.output<typeof Contact>

/** A page that a contact has visited. */
export const VisitedPage = z.object({
  url: z.string(),
  title: z.string().nullable(),
  at: z.iso.datetime(),
})
export type VisitedPage = z.output<typeof VisitedPage>

/** Summary of a contact's conversation. */
export const ContactConversation = z.object({
  id: Uuid,
  assistant_name: z.string(),
  message_count: z.int(),
  last_message: z.string().nullable(),
  unread: z.int(),
  ended_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type ContactConversation = z.output<typeof ContactConversation>

/** A contact with their history. */
export const ContactDetail = Contact.extend({
  other_emails: z
    .array(z.string())
    .describe('Further addresses of the contacts that were merged into it.'),
  other_phones: z.array(z.string()).describe('Their further numbers.'),
  merge_count: z.int().describe('Contacts that were merged into it and can be split off.'),
  variables: JsonObject.describe('Variables of the latest conversation.'),
  pages: z.array(VisitedPage).describe('Newest first, at most 50.'),
  conversations: z.array(ContactConversation).describe('Latest first, at most 100.'),
})
export type ContactDetail = z.output<typeof ContactDetail>

const params = z.object({ id: z.string() })
const refusals = ['contact_not_found'] as const

/** Filters and sort order of the contact list. */
const ContactQuery = z.object({
  search: text(100).optional().describe('Part of a name, an email address or a phone number.'),
  sort: z.enum(['last_seen', 'name']).optional(),
  online: z.enum(['1']).optional().describe('Only contacts who are currently on a website.'),
})

export const listContacts = endpoint({
  method: 'get',
  path: '/user/contacts',
  capability: 'contacts',
  summary: 'List contacts, most recently seen first or by name',
  query: pageQuery(25).extend(ContactQuery.shape),
  reply: pageOf(Contact).extend({
    online_total: z.int().describe('Number of contacts currently online.'),
  }),
})

export const exportContacts = exportOf({
  path: '/user/contacts/export',
  alsoNeeds: 'contacts',
  summary: 'Export contacts as a file',
  item: Contact,
  query: ContactQuery.extend(ExportQuery.shape),
})

export const getContact = endpoint({
  method: 'get',
  path: '/user/contacts/:id',
  capability: 'contacts',
  summary: 'Get a contact with its conversations and visited pages',
  params,
  refusals,
  reply: ContactDetail,
})

export const getContactArchive = endpoint({
  method: 'get',
  path: '/user/contacts/:id/archive',
  capability: 'contacts',
  summary: 'Download everything stored about a contact as one file',
  description:
    'A ZIP file, streamed: `contact.json` (the contact with every page; of a merged contact also `parts`, each with the details of its own), `conversations/{number}.json` (each conversation as returned by its endpoint), `webhooks.json` (all deliveries about the contact, as sent, with their attempts) and `files/` (all attachments, named by id). If the export fails midway, the connection is aborted, so that a file is never silently incomplete.',
  params,
  refusals,
  stream: true,
  download: 'zip',
  reply: z.unknown(),
})

const detail = (max: number) => text(max).nullish()

export const updateContact = endpoint({
  method: 'put',
  path: '/user/contacts/:id',
  capability: 'contacts',
  summary: 'Update a contact’s details; null or an empty value deletes a detail',
  params,
  body: z.object({
    name: detail(255),
    email: Email.nullish(),
    phone: detail(50),
    notes: detail(5000),
  }),
  refusals,
  examples: {
    body: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+49 30 123456' },
    reply: { message: 'Contact updated successfully' },
  },
  reply: z.object({ message: z.string(), data: Contact }),
})
