import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Balance of an account and its reserved part. */
export const BalanceNow = z.object({
  balance: z.number().describe('Available balance, USD; reserved amounts are already deducted.'),
  held: z.object({
    sms: z.number().describe('Reserved for messages in progress or of unknown outcome.'),
    messenger: z
      .number()
      .describe(
        'Reserved for messages of the messaging channel, in progress or of unknown outcome.',
      ),
    call: z.number().describe('Reserved for calls in progress.'),
    llm: z.number().describe('Reserved for answers being generated.'),
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
