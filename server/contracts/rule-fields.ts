import { z } from 'zod'
import { AiMode } from './dial-fields.ts'
import { ConversationType } from './enums.ts'
import { issue } from './faults.ts'
import {
  defaulted,
  Flag,
  Id,
  integer,
  optional,
  requiredText,
  sparse,
  Uuid,
  WebUrl,
} from './scalars.ts'

/** Occasions on which rules are checked. */
export const RuleEvent = z.enum(['created', 'message', 'needs_person', 'unanswered', 'ended'])
export type RuleEvent = z.output<typeof RuleEvent>

/** Conversation types that rules apply to: all but tests. */
const RuledType = ConversationType.exclude(['test'])

/** Maximum values of one condition. */
const MAX_VALUES = 20

/** Rules of one account. */
export const MAX_RULES = 100

const values = <item extends z.ZodType>(item: item) => z.array(item).min(1).max(MAX_VALUES)
const REVERSED = '`true` reverses the condition.'

/** A primary language tag, such as `de`. */
const Tag = z
  .string()
  .regex(/^[a-z]{2,3}$/, { error: issue('invalid') })
  .meta({ examples: ['de'] })

const conditionsWith = <flag extends z.ZodType>(is_not: flag) =>
  z.object({
    assistant: z
      .object({ is_not, ids: values(Id) })
      .optional()
      .describe('The assistant of the conversation.'),
    type: z
      .object({ is_not, values: values(RuledType) })
      .optional()
      .describe('The channel.'),
    language: z
      .object({ is_not, values: values(Tag) })
      .optional()
      .describe('The language of the visitor’s browser, or the assistant’s if it is unknown.'),
    page: z
      .object({ is_not, values: values(requiredText(500)) })
      .optional()
      .describe('Text in the address of the page that the visitor opened last, ignoring case.'),
    label: z
      .object({ is_not, ids: values(Id) })
      .optional()
      .describe('A label of the conversation.'),
    text: z
      .object({ is_not, values: values(requiredText(200)) })
      .optional()
      .describe('Text in the visitor’s message, or in the last one, ignoring case.'),
    office_hours: z
      .enum(['inside', 'outside'])
      .optional()
      .describe('Office hours of the assistant; one without any is always inside.'),
    contact: z
      .object({
        is_not,
        field: requiredText(100).describe('`name`, `email`, `phone`, or the name of a variable.'),
        values: z
          .array(requiredText(200))
          .max(MAX_VALUES)
          .describe('Text in the value, ignoring case; if empty, any value matches.'),
      })
      .optional()
      .describe('What is known about the visitor.'),
  })

/** Conditions of a rule; all of those present must hold, each with any of its values. */
export const RuleConditions = conditionsWith(z.boolean().describe(REVERSED))
export type RuleConditions = z.output<typeof RuleConditions>

/** Assignment of a conversation. */
export const RuleAssignment = z.object({
  to: z
    .enum(['person', 'round_robin', 'least_busy', 'team'])
    .describe(
      '`team` leaves it to the team who takes it; `round_robin` and `least_busy` leave assigned conversations alone, and prefer people who are at the desk.',
    ),
  operator_ids: z
    .array(Id)
    .max(50)
    .describe(
      'For `person`, exactly one; otherwise the people to choose from, or everyone if empty; not used with a team.',
    ),
  team_id: Id.optional().describe(
    'Team that the conversation is assigned to, required for `team`; with `round_robin` and `least_busy`, its members are the people to choose from.',
  ),
})

export type RuleAssignment = z.output<typeof RuleAssignment>

/** Actions of a rule, in the order in which they are performed. */
export const RuleActions = z.object({
  label_ids: z.array(Id).min(1).max(10).optional().describe('Labels to add.'),
  assign: RuleAssignment.optional(),
  mode: AiMode.optional().describe('Who answers from now on.'),
  reply: requiredText(2000)
    .optional()
    .describe('Text sent in the assistant’s name, in place of its answer.'),
  snooze_minutes: integer(1, 43_200).optional(),
  notify: z
    .object({ operator_ids: z.array(Id).max(50).describe('Everyone if empty.') })
    .optional()
    .describe('People to notify at the desk.'),
  webhook_url: WebUrl.optional().describe('Receives the webhook `rule_matched`.'),
})
export type RuleActions = z.output<typeof RuleActions>

/** Kinds of actions in a log entry. */
export const RuleActionKind = z.enum([
  'label',
  'assign',
  'mode',
  'reply',
  'snooze',
  'notify',
  'webhook',
])
export type RuleActionKind = z.output<typeof RuleActionKind>

/** A rule: when something happens in a conversation, and the conditions hold, do this. */
export const Rule = z.object({
  id: z.int(),
  name: z.string(),
  is_on: z.boolean(),
  event: RuleEvent,
  minutes: z.int().nullable().describe('For `unanswered`: minutes without a reply.'),
  conditions: RuleConditions,
  actions: RuleActions,
  is_last: z.boolean().describe('Whether later rules are skipped once this one has matched.'),
  runs: z.int().describe('How often it has matched.'),
  last_run_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
})
export type Rule = z.output<typeof Rule>

const hasAction = (actions: object) => Object.values(actions).some((action) => action !== undefined)

const NewAssignment = RuleAssignment.extend({ team_id: optional(Id) })

/** A rule to save or to try. */
export const NewRule = z.object({
  name: requiredText(100),
  is_on: defaulted(Flag, true),
  event: RuleEvent,
  minutes: optional(integer(1, 10_080)).describe('For `unanswered`, and only there.'),
  conditions: sparse(conditionsWith(defaulted(Flag, false).describe(REVERSED))),
  actions: sparse(RuleActions.extend({ assign: NewAssignment.optional() })).refine(hasAction, {
    error: issue('required'),
  }),
  is_last: defaulted(Flag, false),
})
export type NewRule = z.output<typeof NewRule>

/** Reason why a condition holds. */
export const RuleReason = z.object({
  condition: z.enum([
    'assistant',
    'type',
    'language',
    'page',
    'label',
    'text',
    'office_hours',
    'contact',
  ]),
  value: z.string().nullable().describe('The value that the condition looked at; null if unknown.'),
})
export type RuleReason = z.output<typeof RuleReason>

/** A conversation in which a rule would have matched. */
export const RuleMatch = z.object({
  conversation_id: Uuid,
  visitor_name: z.string().nullable(),
  at: z.iso.datetime().describe('Time of the event.'),
  reasons: z.array(RuleReason).describe('One for each condition.'),
})
export type RuleMatch = z.output<typeof RuleMatch>

/** Result of one action. */
export const RuleRunAction = z.object({
  action: RuleActionKind,
  outcome: z
    .enum(['done', 'unchanged', 'skipped'])
    .describe('`unchanged` if it was so already, `skipped` if it was not possible.'),
  detail: z
    .string()
    .nullable()
    .describe('What it did, such as the names of labels or of a person.'),
})
export type RuleRunAction = z.output<typeof RuleRunAction>

/** A log entry: a rule that matched in a conversation. */
export const RuleRun = z.object({
  id: z.int(),
  rule: z.object({ id: z.int().nullable().describe('Null once it is deleted.'), name: z.string() }),
  conversation_id: Uuid,
  visitor_name: z.string().nullable(),
  event: RuleEvent,
  actions: z.array(RuleRunAction),
  created_at: z.iso.datetime(),
})
export type RuleRun = z.output<typeof RuleRun>
