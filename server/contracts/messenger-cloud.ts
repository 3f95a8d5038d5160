import { z } from 'zod'
import { CLOUD_API } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { fault, issue } from './faults.ts'
import { MessengerSender } from './messenger-senders.ts'
import { AllowableAddress } from './network.ts'
import { defaulted, Id, optional, requiredText, WebUrl } from './scalars.ts'

/* Senders of the messaging channel that are numbers of the business cloud API: the service reports by a webhook. */

const ServiceId = requiredText(30).regex(/^\d+$/, { error: issue('not_service_id') })

const PhoneId = ServiceId.meta({ examples: ['106540352242922'] }).describe(
  'Phone number ID, as the service’s page *API setup* shows it.',
)
const BusinessId = ServiceId.meta({ examples: ['102290129340398'] }).describe(
  'WhatsApp Business Account ID, which is on the same page.',
)

const Token = requiredText(1000)
  .regex(/^[\w.|-]{10,1000}$/, { error: issue('not_access_token') })
  .meta({ examples: ['EAAGexampleToken0123456789'] })
  .describe('Access token of a system user; stored encrypted and never returned.')

const AppSecret = requiredText(200)
  .regex(/^[\w-]{8,200}$/, { error: issue('not_app_secret') })
  .meta({ examples: ['0123456789abcdef0123456789abcdef'] })
  .describe('App secret, which signs the service’s reports; stored encrypted and never returned.')

const ApiUrl = WebUrl.describe('Address of the API, with its version.')

const refusals = [
  fault('messenger_not_connected', { reason: 'The service does not accept the access token' }),
  'no_keyring',
  'secrets_key_changed',
] as const

const SavedNumber = z.object({ message: z.string(), data: MessengerSender })

export const createMessengerCloudNumber = endpoint({
  method: 'post',
  path: '/user/messenger/cloud',
  capability: 'numbers',
  summary: 'Add a number of the business cloud API as a sender of the messaging channel',
  description:
    'The service is asked whose number it is, and told to report to the app of the token. The app’s webhook is set at the service.',
  body: z.object({
    phone_number_id: PhoneId,
    business_id: BusinessId,
    token: Token,
    app_secret: AppSecret,
    url: defaulted(ApiUrl, CLOUD_API),
    display_name: optional(requiredText(255)).describe('The verified name if omitted.'),
    assistant_id: optional(Id).describe('Id of the assistant that answers; a person if omitted.'),
    read_receipts_webhook_url: optional(WebUrl).describe(
      'URL that receives `message_status` webhooks.',
    ),
  }),
  status: 201,
  refusals,
  examples: { reply: { message: 'Number added successfully' } },
  reply: SavedNumber,
})

export const reconnectMessengerCloudNumber = endpoint({
  method: 'put',
  path: '/user/messenger/cloud/:id',
  capability: 'numbers',
  summary: 'Connect a number of the cloud API again, with another token or secret if given',
  description: 'A stored token is only sent to the address it was entered for.',
  params: z.object({ id: Id }),
  body: z.object({
    token: optional(Token),
    app_secret: optional(AppSecret),
    url: optional(ApiUrl),
  }),
  refusals: ['messenger_sender_missing', ...refusals],
  examples: { reply: { message: 'Number connected successfully' } },
  reply: SavedNumber,
})

export const testMessengerCloudNumber = endpoint({
  method: 'post',
  path: '/user/messenger/cloud/test',
  capability: 'numbers',
  summary: 'Ask the service whose number it is; nothing is stored or sent',
  body: z.object({
    phone_number_id: PhoneId,
    business_id: BusinessId,
    token: Token,
    url: defaulted(ApiUrl, CLOUD_API),
  }),
  examples: { reply: { ok: true, message: 'The service knows the number.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('Result, as a sentence.'),
    name: z.string().nullable().describe('Verified name, with the number.'),
    allowable: AllowableAddress,
  }),
})

export const getMessengerCloudHook = endpoint({
  method: 'get',
  path: '/user/messenger/cloud/:id/hook',
  capability: 'numbers',
  summary: 'Get the webhook address and the verify token to enter at the service',
  params: z.object({ id: Id }),
  refusals: ['messenger_sender_missing', 'secrets_key_changed'],
  examples: { reply: { verify_token: 'k3yT0-sh0w-th4t-th3-w3bh00k-1s-0urs' } },
  reply: z.object({
    url: z
      .string()
      .nullable()
      .describe('Address of the webhook; null while the server has no public address.'),
    verify_token: z.string(),
  }),
})
