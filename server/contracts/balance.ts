import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Balance of an account and its reserved part. */
export const BalanceNow = z.object({
  balance: z.number().describe('What can be spent, USD: what is set aside has left it.'),
  held: z.object({
    sms: z.number().describe('For messages that are on their way or of unknown outcome.'),
    call: z.number().describe('For calls that are going on.'),
    llm: z.number().describe('For answers that models are making.'),
  }),
})
export type BalanceNow = z.output<typeof BalanceNow>

export const getBalance = endpoint({
  method: 'get',
  path: '/user/balance',
  capability: 'spending',
  summary: 'Get the balance and the amounts currently reserved',
  reply: BalanceNow,
})
