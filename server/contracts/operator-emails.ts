import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { requiredText } from './scalars.ts'

/* Emails to operators about visitors who wait for a person while nobody is at the desk. */

/** Frequency of an operator’s emails: none, one for each visitor, or one an hour. */
export const OperatorEmailMode = z.enum(['off', 'immediate', 'hourly'])
export type OperatorEmailMode = z.output<typeof OperatorEmailMode>

/** An operator’s own emails. */
export const OperatorEmails = z.object({
  mode: OperatorEmailMode,
  address: z
    .string()
    .nullable()
    .describe('One’s own confirmed address, to which the emails go; null without one.'),
  unconfirmed: z
    .string()
    .nullable()
    .describe('The address in one’s own profile if it is not confirmed.'),
  is_sandbox: z.boolean().describe('Whether no mail server is set up, so that nothing is sent.'),
})
export type OperatorEmails = z.output<typeof OperatorEmails>

export const getOperatorEmails = endpoint({
  method: 'get',
  path: '/user/operator-emails',
  capability: 'desk',
  summary: 'Get whether one is emailed about visitors who wait while nobody is at the desk',
  reply: OperatorEmails,
})

export const setOperatorEmails = endpoint({
  method: 'put',
  path: '/user/operator-emails',
  capability: 'desk',
  summary:
    'Set whether one is emailed about visitors who wait while nobody is at the desk; not with a key',
  // Their replies are posted, for as long as they are on: a key would outlive its end.
  refusals: ['sign_in_by_link'],
  body: z.object({
    mode: OperatorEmailMode.describe(
      '`immediate` emails take replies, which are posted in the conversation; `hourly` ones list everyone who waits.',
    ),
    language: requiredText(35)
      .describe('Language of the emails, if it is one of the desk; otherwise English.')
      .meta({ examples: ['de'] }),
  }),
  reply: OperatorEmails,
})
