import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { MAX_RULES, NewRule, Rule, RuleMatch, RuleRun } from './rule-fields.ts'
import { Id, integer, optional } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = ['rule_not_found'] as const
const Saved = z.object({ message: z.string(), data: Rule })
const example: z.input<typeof NewRule> = {
  name: 'Pricing',
  event: 'message',
  minutes: null,
  conditions: { page: { values: ['/pricing'] } },
  actions: { assign: { to: 'least_busy', operator_ids: [] } },
}

export const listRules = endpoint({
  method: 'get',
  path: '/user/rules',
  capability: 'rules',
  summary: 'List rules in the order in which they are checked',
  reply: z.object({ data: z.array(Rule) }),
})

export const createRule = endpoint({
  method: 'post',
  path: '/user/rules',
  capability: 'rules',
  summary: 'Create a rule, at the end of the list or at a position',
  description:
    'When the event happens in a conversation, and all conditions hold, the actions are performed, once for each event. What a rule does never triggers rules. Test conversations are left alone.',
  body: NewRule.extend({ position: optional(integer(0, MAX_RULES)) }),
  status: 201,
  refusals: [fault('too_many_rules', { max: MAX_RULES })],
  examples: { body: example, reply: { message: 'Rule created successfully' } },
  reply: Saved,
})

export const updateRule = endpoint({
  method: 'put',
  path: '/user/rules/:id',
  capability: 'rules',
  summary: 'Replace a rule; its place in the list is kept',
  params,
  body: NewRule,
  refusals,
  examples: { body: example, reply: { message: 'Rule updated successfully' } },
  reply: Saved,
})

export const deleteRule = endpoint({
  method: 'delete',
  path: '/user/rules/:id',
  capability: 'rules',
  summary: 'Delete a rule; its log is kept',
  params,
  refusals,
  examples: { reply: { message: 'Rule deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const sortRules = endpoint({
  method: 'post',
  path: '/user/rules/order',
  capability: 'rules',
  summary: 'Sort rules; those that are not named come last',
  body: z.object({ ids: z.array(Id).max(MAX_RULES) }),
  reply: z.object({ message: z.string(), data: z.array(Rule) }),
})

export const tryRule = endpoint({
  method: 'post',
  path: '/user/rules/dry-run',
  capability: 'rules',
  summary: 'Try a rule on the newest 1,000 conversations; nothing is changed',
  description:
    'Conditions are checked against conversations as they are now, at the time of their latest event of this kind. The first 50 matches are returned, each with its reasons.',
  body: NewRule,
  examples: { body: example },
  reply: z.object({ checked: z.int(), matched: z.int(), data: z.array(RuleMatch) }),
})

export const listRuleRuns = endpoint({
  method: 'get',
  path: '/user/rule-runs',
  capability: 'rules',
  summary: 'List what rules did, newest first; entries are kept for 90 days',
  query: z.object({
    rule_id: Id.optional(),
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .meta({
        description: 'Entries before this one, as returned in `before`.',
        examples: ['4711'],
      }),
  }),
  reply: z.object({ data: z.array(RuleRun), before: z.string().nullable() }),
})
