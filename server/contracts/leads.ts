import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ExportQuery, exportOf } from './export.ts'
import { issue } from './faults.ts'
import { LeadStatus, SETTABLE_LEAD_STATUSES } from './lead-status.ts'
import { DateRange, inOrder, OUT_OF_ORDER, pageOf, pageQuery } from './page.ts'
import { DateTime, Flag, Id, JsonObject, optional, ReplyId, requiredText, text } from './scalars.ts'

/** Another number of a lead, called while nobody was reached. */
export const SecondaryContact = z.object({
  id: ReplyId,
  phone_number: z.string(),
  variables: JsonObject,
  status: LeadStatus,
  created_at: DateTime,
  updated_at: DateTime,
})
export type SecondaryContact = z.output<typeof SecondaryContact>

/** Somebody whom a campaign calls (docs/spec/family.md, section 4). */
export const Lead = z.object({
  id: ReplyId,
  campaign_id: ReplyId,
  phone_number: z.string(),
  variables: JsonObject,
  status: LeadStatus,
  created_at: DateTime,
  updated_at: DateTime,
  campaign: z.object({ id: ReplyId, name: z.string() }),
  secondary_contacts: z.array(SecondaryContact),
})
export type Lead = z.output<typeof Lead>

/** Variables as clients send them: an object, or objects that are merged in order. */
const LeadVariables = z.union([JsonObject, z.array(JsonObject)])

const MAX_CONTACTS = 10
const TOO_MANY = { error: issue('too_many_items', { count: MAX_CONTACTS }) }

const PhoneNumber = requiredText().meta({ examples: ['+12025550100'] })

const NewLead = z.object({
  campaign_id: Id,
  phone_number: PhoneNumber,
  variables: optional(LeadVariables).describe(
    'At most 64 kB. An array of objects is merged in order.',
  ),
  variable: optional(LeadVariables).describe('Another name of `variables`.'),
  allow_dupplicate: optional(Flag)
    .meta({ default: false })
    .describe('Whether the campaign may have other leads with this number.'),
  allow_duplicate: optional(Flag).describe('Another name of `allow_dupplicate`.'),
  secondary_contacts: optional(
    z
      .array(z.object({ phone_number: PhoneNumber, variables: optional(LeadVariables) }))
      .max(MAX_CONTACTS, TOO_MANY),
  ),
})
export type NewLead = z.output<typeof NewLead>

/** Omitted fields are unchanged. */
const LeadChange = z.object({
  campaign_id: optional(Id),
  phone_number: optional(PhoneNumber),
  status: optional(LeadStatus).describe(
    `One of ${SETTABLE_LEAD_STATUSES.map((status) => `\`${status}\``).join(', ')}.`,
  ),
  variables: optional(LeadVariables).describe(
    'Merged into those that are there; null deletes a name.',
  ),
})
export type LeadChange = z.output<typeof LeadChange>

const LeadFilter = z
  .object({
    status: LeadStatus.optional(),
    campaign_id: Id.optional(),
    phone_number: text(255).optional().describe('Part of the number, comparing digits only.'),
  })
  .extend(DateRange.shape)

const params = z.object({ id: Id })
const UNKNOWN = ['lead_not_found'] as const
const Saved = z.object({ message: z.string(), data: Lead })

export const listLeads = endpoint({
  method: 'get',
  path: '/user/leads',
  aliases: ['/user/lead'],
  capability: 'records',
  summary: 'List leads, newest first',
  description:
    'Without any query parameter the response is a bare array of at most the newest 1,000 leads, for older clients; with one it is a page.',
  query: pageQuery(15).extend(LeadFilter.shape).refine(inOrder, OUT_OF_ORDER),
  reply: z.union([pageOf(Lead), z.array(Lead)]),
})

export const exportLeads = exportOf({
  path: '/user/leads/export',
  alsoNeeds: 'records',
  summary: 'Export all matching leads as a file',
  item: Lead,
  query: LeadFilter.extend(ExportQuery.shape).refine(inOrder, OUT_OF_ORDER),
})

export const createLead = endpoint({
  method: 'post',
  path: '/user/lead',
  aliases: ['/user/leads'],
  capability: 'outreach',
  summary: 'Add a lead to a campaign',
  idempotent: true,
  body: NewLead,
  examples: {
    body: {
      phone_number: '+12025550100',
      variables: { customer_name: 'Ada' },
      variable: undefined,
      allow_duplicate: undefined,
      secondary_contacts: [{ phone_number: '+12025550101' }],
    },
    reply: { message: 'Lead created successfully' },
  },
  reply: Saved,
})

export const getLead = endpoint({
  method: 'get',
  path: '/user/leads/:id',
  aliases: ['/user/lead/:id(\\d+)'],
  capability: 'records',
  summary: 'Get a lead with its rounds and calls',
  params,
  refusals: UNKNOWN,
  reply: Lead.extend({
    rounds: z.int().describe('Rounds that are over.'),
    next_attempt_at: DateTime.nullable(),
    call_ids: z.array(ReplyId).describe('Newest first.'),
  }),
})

export const updateLead = endpoint({
  method: 'put',
  path: '/user/leads/:id',
  aliases: ['/user/lead/:id(\\d+)', '/leads/:id(\\d+)'],
  capability: 'outreach',
  summary: 'Update a lead or a secondary contact; omitted fields are unchanged',
  description:
    'The id of a secondary contact is accepted, too, without `campaign_id`; the response is its lead.',
  params,
  body: LeadChange,
  refusals: [...UNKNOWN, 'lead_being_called'],
  examples: {
    body: { phone_number: '+12025550100', status: 'created', variables: { customer_name: 'Ada' } },
    reply: { message: 'Lead successfully updated' },
  },
  reply: Saved,
})

export const deleteLead = endpoint({
  method: 'delete',
  path: '/user/leads/:id',
  aliases: ['/user/lead/:id(\\d+)'],
  capability: 'outreach',
  summary: 'Delete a lead with its contacts, or one contact; a call in progress is hung up',
  params,
  refusals: UNKNOWN,
  examples: { reply: { message: 'Lead deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
