import { z } from 'zod'
import { InboxItem } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { Flag, Id, Instant, ReplyId, Timezone } from './scalars.ts'

/** Number of days covered by Home. */
export const HomeDays = z.enum(['7', '30', '90'])
export type HomeDays = z.output<typeof HomeDays>

const CALENDAR_DAY = z.string().describe('A day in the timezone that was asked for, `YYYY-MM-DD`.')

/**
 * Figures for a period. Conversations count in the period in which they started, including their later outcome; messages, ends,
 * calls and money count when they occurred.
 */
export const HomeNumbers = z.object({
  conversations: z
    .object({ test: z.int(), widget: z.int(), messenger: z.int(), api: z.int() })
    .describe('Conversations that began, by type. Tests are counted nowhere else but in the cost.'),
  asked: z.int().describe('Conversations in which a visitor wrote something.'),
  ai_handled: z
    .int()
    .describe('Those of them in which no person wrote, approved an answer or took over.'),
  answered: z.int().describe('Those of them that were answered.'),
  first_answer_p50_ms: z
    .int()
    .nullable()
    .describe(
      'Half of the first answers came within this time, to the nearest step of a factor of two.',
    ),
  first_answer_p90_ms: z.int().nullable().describe('Nine of ten first answers came within it.'),
  ended: z.int(),
  messages: z.object({ visitor: z.int(), assistant: z.int(), operator: z.int() }),
  cost: z.number().describe('What the models cost for the conversations that began, in dollars.'),
  ratings: z
    .array(z.int())
    .length(5)
    .describe('How many of the conversations that began were rated with 1, 2, 3, 4 and 5.'),
  calls: z
    .object({ inbound: z.int(), outbound: z.int(), web: z.int(), sandbox: z.int() })
    .describe('Calls that began. Those of the Sandbox are practice, and counted nowhere else.'),
  call_seconds: z.int(),
  call_cost: z.number().nullable().describe('What calls cost, in dollars; null for agents.'),
  sms: z.int().nullable().describe('Text messages; null when narrowed to an assistant.'),
  spent: z
    .object({ sms: z.number(), call: z.number() })
    .nullable()
    .describe(
      'Money that left the balance, in dollars; null when narrowed to an assistant, and for agents.',
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
    .describe('Open conversations that wait for a person; the first eight, longest waiting first.'),
  failed_webhooks: z.int().describe('Webhooks given up within the last seven days.'),
  failed_sms: z.int().describe('Text messages that failed within the last seven days.'),
  failed_documents: z.int().describe('Documents that could not be read.'),
  expiring_numbers: z.array(ExpiringNumber).describe('Ending within 14 days, or ended already.'),
  low_balance: z
    .object({ balance: z.number(), spent_last_week: z.number() })
    .nullable()
    .describe(
      'There when the balance does not reach for another week like the last one; never for agents.',
    ),
})
export type HomeNeeds = z.output<typeof HomeNeeds>

/** Onboarding steps; each reflects the current state. */
export const Onboarding = z.object({
  is_dismissed: z.boolean().describe('Whether this operator has put the list away.'),
  assistant_id: ReplyId.nullable().describe('The assistant that the steps are about.'),
  facts: z.object({
    assistant_active: z.boolean(),
    own_knowledge: z.boolean().describe('An active document beside the one Parley came with.'),
    tested: z.boolean(),
    embedded: z.boolean().describe('A visitor has come from a page that is not Parley’s own.'),
    person_replied: z.boolean(),
    own_model: z.boolean().describe('An assistant uses a model beside the built-in one.'),
    phone_number: z.boolean(),
    balance: z.boolean().describe('The balance has been topped up.'),
    team: z.boolean().describe('There is more than one person at the desk.'),
  }),
})
export type Onboarding = z.output<typeof Onboarding>

export const Home = z.object({
  now: Instant,
  needs_you: HomeNeeds,
  today: HomeNumbers,
  last_week: HomeNumbers.describe(
    'The same weekday last week, up to the quarter of an hour that it is now.',
  ),
  last_week_until: Instant,
  period: HomeNumbers.describe('All of the days together.'),
  period_before: HomeNumbers.describe('As many days before them.'),
  days: z.array(HomeNumbers.extend({ day: CALENDAR_DAY })),
  backup: z
    .object({
      last_proven_at: Instant.nullable().describe('When a backup was last restored to prove it.'),
      is_on: z.boolean().describe('Whether backups are made by themselves.'),
    })
    .nullable()
    .describe('For the owner; null for everybody else, and where the data is in memory only.'),
  onboarding: Onboarding,
})
export type Home = z.output<typeof Home>

export const getHome = endpoint({
  method: 'get',
  path: '/user/home',
  capability: 'desk',
  summary: 'Get pending items, today’s figures and daily figures',
  query: z.object({
    timezone: Timezone.optional().describe('Where days begin and end; UTC when it is left out.'),
    days: HomeDays.optional().describe('How many days, today being the last; 30 when left out.'),
    assistant_id: Id.optional().describe('Narrows the numbers to one assistant.'),
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
