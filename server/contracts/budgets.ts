import { z } from 'zod'
import { MAX_BUDGET } from './assistant-fields.ts'
import { endpoint } from './endpoint.ts'
import { dollars } from './scalars.ts'

/*
 * Limits on the cost of answers. Assistants have budgets in their settings (`budget_per_day`, `budget_per_visitor_day`,
 * `budget_per_conversation`); the account has a monthly one. The maximum cost of an answer is reserved before a model is called,
 * so concurrent visitors cannot exceed a budget.
 */

/** A budget for one period, US dollars. */
export const BudgetUse = z.object({
  limit: z.number().nullable().describe('Null if unlimited.'),
  spent: z.number(),
  held: z.number().describe('Reserved for answers being generated.'),
})
export type BudgetUse = z.output<typeof BudgetUse>

export const Budgets = z.object({
  month: z.string().describe('The account’s current month in UTC, `YYYY-MM`.'),
  account: BudgetUse,
  assistants: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        day: z.string().describe('The assistant’s current day in its timezone, `YYYY-MM-DD`.'),
        today: BudgetUse,
        per_visitor_day: z.number().nullable(),
        per_conversation: z.number().nullable(),
      }),
    )
    .describe('Assistants that have not been deleted, by id.'),
})
export type Budgets = z.output<typeof Budgets>

export const getBudgets = endpoint({
  method: 'get',
  path: '/user/budgets',
  capability: 'spending',
  summary: 'Get the budgets for answers and their current usage',
  reply: Budgets,
})

export const setBudgets = endpoint({
  method: 'put',
  path: '/user/budgets',
  capability: 'budgets',
  summary: 'Set the account’s monthly budget for answers',
  body: z.object({
    per_month: dollars(MAX_BUDGET).nullable().describe('US dollars; null if unlimited.'),
  }),
  examples: {
    body: { per_month: 50 },
    reply: { message: 'Budgets updated successfully' },
  },
  reply: z.object({ message: z.string(), data: Budgets }),
})
