import { z } from 'zod'
import { Contact } from './contacts.ts'
import { Uuid } from './scalars.ts'

/** The visitor of a conversation. */
export const Visitor = z.object({
  id: Uuid,
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  external_id: Contact.shape.external_id,
  online: z.boolean().describe('Whether one of the visitor’s tabs is connected now.'),
  page_url: z.string().nullable(),
  page_title: z.string().nullable(),
  user_agent: z.string().nullable(),
  language: z.string().nullable(),
  timezone: z.string().nullable(),
  notes: z.string().nullable().describe('Operators’ notes about the visitor.'),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Visitor = z.output<typeof Visitor>
