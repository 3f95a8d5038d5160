import { z } from 'zod'
import { Actor } from './activities.ts'
import { Call } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { SmsStatus } from './enums.ts'
import { issue } from './faults.ts'
import { Uuid } from './scalars.ts'

/** Kinds of items in a contact's timeline: conversations by their channel, calls, text messages outside a conversation, and private notes. */
export const TimelineKind = z.enum(['chat', 'email', 'messenger', 'sms', 'call', 'text', 'note'])
export type TimelineKind = z.output<typeof TimelineKind>

/** An item of a contact's timeline. */
export const TimelineItem = z.object({
  key: z.string().describe('Unique in the timeline.'),
  kind: TimelineKind,
  at: z.iso
    .datetime()
    .describe('Time of the latest activity of a conversation; otherwise when it was created.'),
  text: z
    .string()
    .nullable()
    .describe('Beginning of the last message, of the note or of the text message.'),
  assistant_name: z.string().nullable(),
  by: Actor.nullable().describe('The operator who wrote the note.'),
  conversation: z
    .object({
      id: Uuid,
      message_count: z.int(),
      unread: z.int(),
      ended_at: z.iso.datetime().nullable(),
    })
    .nullable()
    .describe('The conversation that it is, or is in; null for a telephone call.'),
  call: Call.pick({ id: true, type: true, status: true, duration: true }).nullable(),
  sms: z.object({ id: z.int(), status: SmsStatus }).nullable(),
})
export type TimelineItem = z.output<typeof TimelineItem>

export const getContactTimeline = endpoint({
  method: 'get',
  path: '/user/contacts/:id/timeline',
  capability: 'contacts',
  summary: 'List everything that happened with a contact on all channels, newest first',
  description:
    'Conversations, calls, text messages and private notes of the contact and of everything merged into it. Calls and text messages belong to it by their number; without the capability `records`, there are none.',
  params: z.object({ id: z.string() }),
  query: z.object({
    kinds: z
      .string()
      .regex(/^[a-z]{1,10}(,[a-z]{1,10}){0,6}$/, { error: issue('not_selectable') })
      .optional()
      .meta({
        description: `Only these kinds, separated by commas: ${TimelineKind.options.map((kind) => `\`${kind}\``).join(', ')}.`,
        examples: ['call,note'],
      }),
    before: z
      .string()
      .regex(/^\d{1,15}\.\d\.\d{1,15}$/, { error: issue('not_selectable') })
      .optional()
      .meta({
        description: 'Items before this place, as returned in `before`.',
        examples: ['1764000000000.0.1'],
      }),
  }),
  refusals: ['contact_not_found'],
  reply: z.object({
    data: z.array(TimelineItem).describe('At most 30.'),
    before: z.string().nullable().describe('Null at the end.'),
  }),
})
