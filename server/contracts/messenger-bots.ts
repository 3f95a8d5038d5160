import { z } from 'zod'
import { BOT_API } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { fault, issue } from './faults.ts'
import { MessengerSender } from './messenger-senders.ts'
import { AllowableAddress } from './network.ts'
import { defaulted, Id, optional, requiredText, WebUrl } from './scalars.ts'

/* Senders of the messaging channel that are bots: their messages are fetched by long polling. */

const Token = requiredText(200)
  .regex(/^\d{3,15}:[\w-]{10,150}$/, { error: issue('not_bot_token') })
  .meta({ examples: ['123456789:AAF3f0eX4mpl3-tok3n_0f-a-b0t'] })
  .describe('Token of the bot, as @BotFather shows it; stored encrypted and never returned.')

const ApiUrl = WebUrl.describe(
  'Address of the bot API: that of the service, or a server of your own.',
)

const refusals = [
  fault('bot_not_connected', { reason: 'The service does not accept the bot’s token' }),
  'no_keyring',
  'secrets_key_changed',
] as const

const SavedBot = z.object({ message: z.string(), data: MessengerSender })

export const createMessengerBot = endpoint({
  method: 'post',
  path: '/user/messenger/bots',
  capability: 'numbers',
  summary: 'Add a bot as a sender of the messaging channel',
  description:
    'The service is asked who the bot is. From then on its messages are fetched by long polling, which needs no public address.',
  body: z.object({
    token: Token,
    url: defaulted(ApiUrl, BOT_API),
    display_name: optional(requiredText(255)).describe('The bot’s own name if omitted.'),
    assistant_id: optional(Id).describe('Id of the assistant that answers; a person if omitted.'),
    read_receipts_webhook_url: optional(WebUrl).describe(
      'URL that receives `message_status` webhooks.',
    ),
  }),
  status: 201,
  refusals,
  examples: { reply: { message: 'Bot added successfully' } },
  reply: SavedBot,
})

export const reconnectMessengerBot = endpoint({
  method: 'put',
  path: '/user/messenger/bots/:id',
  capability: 'numbers',
  summary: 'Connect a bot again, with another token or address if given',
  description:
    'The token must be of the same bot. A stored token is only sent to the address it was entered for.',
  params: z.object({ id: Id }),
  body: z.object({ token: optional(Token), url: optional(ApiUrl) }),
  refusals: ['messenger_sender_missing', ...refusals],
  examples: { reply: { message: 'Bot connected successfully' } },
  reply: SavedBot,
})

export const testMessengerBot = endpoint({
  method: 'post',
  path: '/user/messenger/bots/test',
  capability: 'numbers',
  summary: 'Ask the service who a bot is; nothing is stored, and no message is read or sent',
  body: z.object({ token: Token, url: defaulted(ApiUrl, BOT_API) }),
  examples: { reply: { ok: true, message: 'The service knows the bot.' } },
  reply: z.object({
    ok: z.boolean(),
    message: z.string().describe('Result, as a sentence.'),
    name: z.string().nullable().describe('Name of the bot, with its user name.'),
    allowable: AllowableAddress,
  }),
})
