import { z } from 'zod'
import { InboxItem } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Instant, ReplyId, Timezone } from './scalars.ts'

/** Number of days covered by Home. */
export const HomeDays = z.enum(['7', '30', '90'])
export type HomeDays = z.output<typeof HomeDays>

const CALENDAR_DAY = z.string().describe('A day in the requested timezone, `YYYY-MM-DD`.')

/**
 * Figures for a period. Conversations count in the period in which they started, including their later outcome; messages, ends,
 * calls and money count when they occurred.
 */
export const HomeNumbers = z.object({
  conversations: z
    .object({ test: z.int(), widget: z.int(), messenger: z.int(), api: z.int() })
    .describe(
      'Conversations started, by type. Test conversations are excluded from all other figures except the cost.',
    ),
  asked: z.int().describe('Conversations in which the visitor wrote.'),
  ai_handled: z
    .int()
    .describe('Number of these in which no person wrote, approved an answer or took over.'),
  answered: z.int().describe('Number of these that were answered.'),
  first_answer_p50_ms: z
    .int()
    .nullable()
    .describe('Median time to the first answer, ms, in steps of a factor of two.'),
  first_answer_p90_ms: z
    .int()
    .nullable()
    .describe('90th percentile of the time to the first answer, ms.'),
  ended: z.int(),
  messages: z.object({ visitor: z.int(), assistant: z.int(), operator: z.int() }),
  cost: z.number().describe('Cost of models for the conversations started, US dollars.'),
  ratings: z
    .array(z.int())
    .length(5)
    .describe('Number of these conversations rated 1, 2, 3, 4 and 5.'),
  calls: z
    .object({ inbound: z.int(), outbound: z.int(), web: z.int(), sandbox: z.int() })
    .describe('Calls started. Sandbox calls are excluded from all other figures.'),
  call_seconds: z.int(),
  call_cost: z.number().nullable().describe('Cost of calls, US dollars; null for agents.'),
  sms: z.int().nullable().describe('Number of text messages; null if restricted to an assistant.'),
  spent: z
    .object({ sms: z.number(), messenger: z.number(), call: z.number() })
    .nullable()
    .describe(
      'Amounts deducted from the balance, US dollars; null if restricted to an assistant, and for agents.',
    ),
})
export type HomeNumbers = z.output<typeof HomeNumbers>

/** A number whose subscription ends soon or has ended. */
export const ExpiringNumber = z.object({
  id: ReplyId,
  phone_number: z.string(),
  expires_at: Instant,
})

/** Items that need an operator's attention. */
export const HomeNeeds = z.object({
  conversations: z
    .object({ total: z.int(), data: z.array(InboxItem) })
    .describe(
      'Open conversations waiting for a person; the first eight, longest waiting first, those assigned to others last.',
    ),
  failed_webhooks: z.int().describe('Webhook deliveries abandoned within the last seven days.'),
  failed_sms: z.int().describe('Text messages that failed within the last seven days.'),
  failed_documents: z.int().describe('Documents that could not be read.'),
  expiring_numbers: z
    .array(ExpiringNumber)
    .describe(
      'Numbers that have expired or expire within 14 days; not those that are bought by the month.',
    ),
  low_balance: z
    .object({ balance: z.number(), spent_last_week: z.number() })
    .nullable()
    .describe(
      'Set if the balance would not last another week like the last one; always null for agents.',
    ),
})
export type HomeNeeds = z.output<typeof HomeNeeds>

/** Onboarding steps; each reflects the current state. */
export const Onboarding = z.object({
  is_dismissed: z.boolean().describe('Whether this operator has dismissed the steps.'),
  assistant_id: ReplyId.nullable().describe('Id of the assistant that the steps are about.'),
  facts: z.object({
    named: z
      .boolean()
      .describe('Whether this operator has a name of their own instead of the account’s.'),
    assistant_active: z.boolean(),
    own_knowledge: z
      .boolean()
      .describe('Whether there is an active document besides the one included with Parley.'),
    tested: z.boolean(),
    embedded: z
      .boolean()
      .describe('Whether a visitor has come from a page other than Parley’s own.'),
    person_replied: z.boolean(),
    own_model: z
      .boolean()
      .describe('Whether an assistant uses a model other than the built-in one.'),
    phone_number: z.boolean(),
    balance: z.boolean().describe('Whether the balance has been topped up.'),
    team: z.boolean().describe('Whether there is more than one operator.'),
  }),
})
export type Onboarding = z.output<typeof Onboarding>

export const Home = z.object({
  now: Instant,
  needs_you: HomeNeeds,
  today: HomeNumbers,
  last_week: HomeNumbers.describe(
    'The same weekday last week, up to the current quarter of an hour.',
  ),
  last_week_until: Instant,
  period: HomeNumbers.describe('Totals of all days.'),
  period_before: HomeNumbers.describe('Totals of the same number of days before them.'),
  days: z.array(HomeNumbers.extend({ day: CALENDAR_DAY })),
  backup: z
    .object({
      last_proven_at: Instant.nullable().describe(
        'Time at which a backup was last verified by restoring it.',
      ),
      is_on: z.boolean().describe('Whether automatic backups are enabled.'),
    })
    .nullable()
    .describe('Null for everybody but the owner, and if the data is in memory only.'),
  onboarding: Onboarding,
})
export type Home = z.output<typeof Home>

export const getHome = endpoint({
  method: 'get',
  path: '/user/home',
  capability: 'desk',
  summary: 'Get pending items, today’s figures and daily figures',
  query: z.object({
    timezone: Timezone.optional().describe('Timezone in which days start and end; UTC if omitted.'),
    days: HomeDays.optional().describe('Number of days up to and including today; 30 if omitted.'),
    assistant_id: Id.optional().describe('Restricts the figures to one assistant.'),
  }),
  reply: Home,
})

export const dismissOnboarding = endpoint({
  method: 'put',
  path: '/user/home/onboarding',
  capability: 'desk',
  summary: 'Dismiss or restore the onboarding steps, for this operator only',
  body: z.object({ is_dismissed: Flag }),
  reply: z.object({ is_dismissed: z.boolean() }),
})
