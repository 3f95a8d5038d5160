import { z } from 'zod'
import { WEEKDAYS } from './calling-hours.ts'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import {
  Day,
  Flag,
  Id,
  Instant,
  integer,
  optional,
  ReplyId,
  requiredText,
  Timezone,
  text,
} from './scalars.ts'

export const CampaignStatus = z.enum(['draft', 'in-progress', 'stopped', 'completed'])
export type CampaignStatus = z.output<typeof CampaignStatus>

/** Reason why a campaign is stopped. */
export const StoppedReason = z.enum(['owner', 'insufficient_balance', 'assistant'])
export type StoppedReason = z.output<typeof StoppedReason>

export const CampaignDay = z.enum(WEEKDAYS)

const ReplyTime = z
  .string()
  .regex(/^\d{2}:\d{2}:\d{2}$/)
  .meta({ examples: ['09:00:00'] })

/** A campaign (docs/spec/decisions.md): an outbound assistant that calls a list of leads. */
export const Campaign = z.object({
  id: ReplyId,
  name: z.string(),
  status: CampaignStatus,
  assistant_id: ReplyId,
  timezone: z.string(),
  max_calls_in_parallel: z.int(),
  mark_complete_when_no_leads: z.boolean(),
  allowed_hours_start_time: ReplyTime,
  allowed_hours_end_time: ReplyTime.describe('The end minute is included.'),
  allowed_days: z.array(CampaignDay),
  max_retries: z.int(),
  retry_interval: z.int().describe('Minutes.'),
  retry_on_voicemail: z.boolean(),
  retry_on_goal_incomplete: z.boolean(),
  goal_completion_variable: z.string().nullable(),
  phone_number_ids: z.array(ReplyId),
  stopped_reason: StoppedReason.nullable(),
  leads_count: z.int(),
  open_leads_count: z.int().describe('Leads that are still to be called.'),
  created_at: Instant,
  updated_at: Instant,
})
export type Campaign = z.output<typeof Campaign>

/** Results of one day of a campaign. */
const DayResults = z.object({
  day: Day,
  calls: z.int(),
  answered: z.int(),
  voicemails: z.int(),
  goals: z.int(),
  cost: z.number().describe('US dollars.'),
})
export type DayResults = z.output<typeof DayResults>

/** Days of a campaign's results that are given one by one. */
export const MAX_CAMPAIGN_DAYS = 60

export const CampaignStatistics = z.object({
  leads: z.record(z.string(), z.int()).describe('Leads by status.'),
  calls: z.int(),
  answered: z.int().describe('Calls that a person answered.'),
  voicemails: z.int(),
  goals: z.int().describe('Calls whose goal variable came out true.'),
  answer_rate: z.number().min(0).max(1).nullable(),
  average_duration: z.number().nullable().describe('Seconds, of answered calls.'),
  total_cost: z.number().describe('US dollars.'),
  days: z
    .array(DayResults)
    .describe(
      `From the first day with calls to the last one, in the campaign’s timezone; the last ${MAX_CAMPAIGN_DAYS} days at most.`,
    ),
})
export type CampaignStatistics = z.output<typeof CampaignStatistics>

const NOT_A_TIME = issue('not_a_time')

/** A time of day; seconds are dropped. */
const TimeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/, { error: NOT_A_TIME })
  .meta({ examples: ['09:00'] })

const distinct = (list: readonly unknown[]) => new Set(list).size === list.length
const TOO_FEW = { error: issue('too_few_items', { count: 1 }) }
const DUPLICATE = { error: issue('duplicate') }

/** Fields of a new campaign; `CAMPAIGN_DEFAULTS` has the values of those that are omitted. */
export const NewCampaign = z.object({
  name: requiredText(255),
  assistant_id: Id,
  timezone: optional(Timezone).describe('By default that of the assistant.'),
  max_calls_in_parallel: optional(integer(1, 10)).meta({ default: 3 }),
  allowed_hours_start_time: optional(TimeOfDay).meta({ default: '00:00' }),
  allowed_hours_end_time: optional(TimeOfDay)
    .meta({ default: '23:59' })
    .describe(
      'The end minute is included. A start after the end crosses midnight and belongs to the day on which it began.',
    ),
  allowed_days: optional(
    z.array(CampaignDay).min(1, TOO_FEW).max(7).refine(distinct, DUPLICATE),
  ).describe('By default every day.'),
  max_retries: optional(integer(1, 5)).meta({ default: 3 }),
  retry_interval: optional(integer(10, 4320)).meta({ default: 60 }).describe('Minutes.'),
  retry_on_voicemail: optional(Flag).meta({ default: false }),
  retry_on_goal_incomplete: optional(Flag).meta({ default: false }),
  goal_completion_variable: optional(text(255)).describe(
    'Name of a `bool` of the assistant’s `post_call_schema`; required with `retry_on_goal_incomplete`.',
  ),
  mark_complete_when_no_leads: optional(Flag).meta({ default: true }),
  phone_number_ids: optional(z.array(Id).max(50).refine(distinct, DUPLICATE)).describe(
    'Numbers that take turns; by default that of the assistant.',
  ),
})
export type NewCampaign = z.output<typeof NewCampaign>

/** Omitted fields stay; `null` resets an optional one to its default. */
export const CampaignChange = NewCampaign.partial()
export type CampaignChange = z.output<typeof CampaignChange>

const params = z.object({ id: Id })
const PLURAL = ['/user/campaigns/:id']
const SINGULAR = ['/user/campaign/:id']
const NOT_FOUND = ['campaign_not_found'] as const
const Saved = z.object({ message: z.string(), data: Campaign })

export const listCampaigns = endpoint({
  method: 'get',
  path: '/user/campaigns',
  aliases: ['/user/campaign'],
  capability: 'records',
  summary: 'List campaigns, newest first',
  reply: z.array(Campaign),
})

export const createCampaign = endpoint({
  method: 'post',
  path: '/user/campaigns',
  aliases: ['/user/campaign'],
  capability: 'outreach',
  summary: 'Create a campaign, which waits for its start',
  idempotent: true,
  body: NewCampaign,
  status: 201,
  refusals: ['outbound_assistant_not_found'],
  examples: {
    body: {
      name: 'Spring offer',
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '17:59',
      retry_on_goal_incomplete: false,
    },
    reply: { message: 'Campaign created successfully' },
  },
  reply: Saved,
})

export const getCampaign = endpoint({
  method: 'get',
  path: '/user/campaigns/:id',
  aliases: SINGULAR,
  capability: 'records',
  summary: 'Get a campaign with its statistics',
  params,
  refusals: NOT_FOUND,
  reply: Campaign.extend({ statistics: CampaignStatistics }),
})

export const updateCampaign = endpoint({
  method: 'put',
  path: '/user/campaigns/:id',
  aliases: SINGULAR,
  capability: 'outreach',
  summary:
    'Update a campaign; omitted fields are unchanged, and waiting leads follow the new rules',
  params,
  body: CampaignChange,
  refusals: [...NOT_FOUND, 'outbound_assistant_not_found', 'campaign_assistant_fixed'],
  examples: {
    body: { name: 'Spring offer', retry_on_goal_incomplete: false },
    reply: { message: 'Campaign updated successfully' },
  },
  reply: Saved,
})

export const updateCampaignStatus = endpoint({
  method: 'post',
  path: '/user/campaigns/update-status',
  capability: 'outreach',
  summary: 'Start or stop a campaign',
  description:
    'Stopping hangs up calls in progress. Starting a running campaign, or stopping a stopped one, changes nothing.',
  confirm: 'Start or stop this campaign? Its calls are paid for from the balance.',
  errorShape: 'outcome',
  body: z.object({
    campaign_id: Id,
    action: z.unknown().optional().describe('`start` or `stop`.'),
    status: z.unknown().optional().describe('Another name of `action`.'),
  }),
  refusals: [
    'campaign_action_invalid',
    'campaign_to_change_not_found',
    'campaign_unpaid',
    'campaign_assistant_inactive',
    'campaign_without_leads',
    'campaign_not_running',
  ],
  examples: {
    body: { action: 'start', status: undefined },
    reply: { message: 'Campaign started successfully.' },
  },
  reply: z.object({
    message: z.string(),
    success: z.literal(true),
    data: z.object({ campaign_id: ReplyId, status: CampaignStatus }),
  }),
})

export const estimateCampaign = endpoint({
  method: 'get',
  path: '/user/campaigns/:id/estimate',
  capability: 'spending',
  summary: 'Estimate what starting a campaign may cost',
  params,
  refusals: NOT_FOUND,
  reply: z.object({
    open_leads: z.int(),
    unpriced_leads: z.int().describe('Open leads in countries without a price.'),
    minute_prices: z
      .array(z.number())
      .describe('Prices of a minute among the open leads, US dollars, lowest first.'),
    reserved: z.number().describe('Set aside for the dearest call while it goes on, US dollars.'),
    first_round: z
      .number()
      .describe('Cost if every open lead answered once and spoke for one minute, US dollars.'),
    balance: z.number().describe('US dollars.'),
  }),
})

export const deleteCampaign = endpoint({
  method: 'delete',
  path: '/user/campaign/:id',
  aliases: PLURAL,
  capability: 'outreach',
  summary: 'Delete a campaign with its leads; it is stopped first, and its calls are kept',
  params,
  refusals: NOT_FOUND,
  examples: { reply: { message: 'Campaign deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
