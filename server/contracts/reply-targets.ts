import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { HomeDays } from './home.ts'
import { defaulted, Id, integer, ReplyId, Timezone } from './scalars.ts'

/** Longest target, minutes: a week. */
export const MAX_TARGET_MINUTES = 10_080

/** Default share of the time after which a warning is given, percent. */
export const WARN_PERCENT = 75

/** Assistants with targets of their own. */
const MAX_OVERRIDES = 200

/** Hours in which time counts. */
export const TargetHours = z.enum(['office', 'all'])
export type TargetHours = z.output<typeof TargetHours>

const minutes = (what: string) =>
  integer(1, MAX_TARGET_MINUTES).nullable().describe(`Target for ${what}, minutes; null for none.`)

const Targets = z.object({
  first_reply_minutes: minutes('a person’s first reply in a conversation'),
  next_reply_minutes: minutes('each later reply'),
  hours: TargetHours.describe(
    '`office`: only the office hours of the assistant count; an assistant without any is always there. `all`: all hours count.',
  ),
})

const warn_percent = integer(1, 99)

/** The reply targets of an account. */
export const ReplyTargets = Targets.extend({
  warn_percent: warn_percent.describe('Share of the time after which a warning is given, percent.'),
  overrides: z
    .array(Targets.extend({ assistant_id: ReplyId, assistant_name: z.string() }))
    .describe('Assistants with targets of their own, by id.'),
})
export type ReplyTargets = z.output<typeof ReplyTargets>

export const getReplyTargets = endpoint({
  method: 'get',
  path: '/user/reply-targets',
  capability: 'rules',
  summary: 'Get the targets for how soon people reply',
  reply: ReplyTargets,
})

export const setReplyTargets = endpoint({
  method: 'put',
  path: '/user/reply-targets',
  capability: 'rules',
  summary: 'Replace the targets for how soon people reply',
  description:
    'Time counts from the visitor’s first unanswered message, or from the handover, and only while a person is expected: the assistant could not help, the visitor asked for a person, or the dial is not at Auto. A change applies to waits that start after it; without a target for them, running ones are dropped.',
  body: Targets.extend({
    warn_percent: defaulted(warn_percent, WARN_PERCENT),
    overrides: z.array(Targets.extend({ assistant_id: Id })).max(MAX_OVERRIDES),
  }),
  examples: {
    body: {
      first_reply_minutes: 15,
      next_reply_minutes: 60,
      hours: 'office',
      warn_percent: WARN_PERCENT,
      overrides: [],
    },
    reply: { message: 'Reply targets updated successfully' },
  },
  reply: z.object({ message: z.string(), data: ReplyTargets }),
})

const Counts = z.object({ met: z.int(), missed: z.int() })
const Met = z.object({
  first: Counts.describe('First replies of people.'),
  next: Counts.describe('Later replies of people.'),
})

/** Replies by whether they met their target. */
export const RepliesMet = z.object({
  period: Met.describe('Waits that began in the last days, today included.'),
  before: Met.describe('Waits that began in the same number of days before them.'),
})
export type RepliesMet = z.output<typeof RepliesMet>

export const getRepliesMet = endpoint({
  method: 'get',
  path: '/user/reply-targets/report',
  capability: 'rules',
  summary: 'Count the replies that met or missed their targets, and those of the period before',
  description: 'A reply that is overdue counts as missed, also before it is there.',
  query: z.object({
    timezone: Timezone.optional().describe('Timezone in which days start and end; UTC if omitted.'),
    days: HomeDays.optional().describe('Number of days up to and including today; 30 if omitted.'),
    assistant_id: Id.optional().describe('Restricts the figures to one assistant.'),
  }),
  reply: RepliesMet,
})
