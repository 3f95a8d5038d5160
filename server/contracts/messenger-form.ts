import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { MessengerSender } from './messenger-senders.ts'
import { AllowableAddress } from './network.ts'
import { Id, optional, requiredText, WebUrl } from './scalars.ts'

/* Senders of the messaging channel that are numbers of the account that carries the server's text messages. */

export const createMessengerFormNumber = endpoint({
  method: 'post',
  path: '/user/messenger/form',
  capability: 'server.providers',
  summary: 'Add a number of the SMS provider’s account as a sender of the messaging channel',
  description:
    'The number must be a WhatsApp sender at the provider. The provider is asked about the account; nothing is sent.',
  body: z.object({
    phone_number: requiredText(50).meta({ examples: ['+14155552671'] }),
    display_name: optional(requiredText(255)).describe('The number if omitted.'),
    assistant_id: optional(Id).describe('Id of the assistant that answers; a person if omitted.'),
    read_receipts_webhook_url: optional(WebUrl).describe(
      'URL that receives `message_status` webhooks.',
    ),
  }),
  status: 201,
  refusals: [
    fault('messenger_not_connected', { reason: 'The provider of text messages is not set up' }),
  ],
  examples: { reply: { message: 'Number added successfully' } },
  reply: z.object({ message: z.string(), data: MessengerSender }),
})

export const testMessengerFormAccount = endpoint({
  method: 'post',
  path: '/user/messenger/form/test',
  capability: 'server.providers',
  summary: 'Ask the SMS provider about its account; nothing is stored or sent',
  examples: { reply: { ok: true, message: 'The provider knows the account.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('Result, as a sentence.'),
    name: z.string().nullable().describe('Name of the account.'),
    allowable: AllowableAddress,
  }),
})

export const getMessengerFormHook = endpoint({
  method: 'get',
  path: '/user/messenger/form/hook',
  capability: 'server.providers',
  summary: 'Get the webhook address to enter at the SMS provider',
  reply: z.object({
    url: z
      .string()
      .nullable()
      .describe('Address for incoming messages; null while the server has no public address.'),
  }),
})
