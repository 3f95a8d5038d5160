import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './scalars.ts'

/** Subject of a notice. */
export const NoticeKind = z.enum([
  'webhook_disabled',
  'sms_unknown',
  'messenger_unknown',
  'model_refused',
  'budget_reached',
  'backup_failed',
  'address_refused',
  'intake_full',
  'secrets_lost',
  'campaign_stopped',
  'number_unpaid',
  'email_bounced',
  'mailbox_failed',
  'bot_failed',
  'messenger_failed',
  'mcp_sign_in',
])
export type NoticeKind = z.output<typeof NoticeKind>

/** Something the account should know about and may have to act on. */
export const Notice = z.object({
  id: z.int(),
  kind: NoticeKind,
  subject: z
    .string()
    .describe(
      'Subject: the URL of a webhook, the id of a message, the name of a provider, a budget, the address of visitors, a phone number, an email address, the host of an MCP server, or the name of an assistant or of a campaign.',
    ),
  reason: z.string().describe('Reason, as a sentence.'),
  created_at: z.iso.datetime(),
})
export type Notice = z.output<typeof Notice>

export const listNotices = endpoint({
  method: 'get',
  path: '/user/notices',
  capability: 'account',
  summary: 'List notices that have not been dismissed, newest first',
  reply: z.object({ data: z.array(Notice) }),
})

export const dismissNotice = endpoint({
  method: 'delete',
  path: '/user/notices/:id',
  capability: 'account',
  summary: 'Dismiss a notice; it returns if the same happens again',
  params: z.object({ id: Id }),
  refusals: ['notice_not_found'],
  examples: { reply: { message: 'Notice dismissed successfully' } },
  reply: z.object({ message: z.string() }),
})
