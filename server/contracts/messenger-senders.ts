import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TemplateCategory, TemplateStatus } from './enums.ts'
import { fault, issue } from './faults.ts'
import { AllowableAddress } from './network.ts'
import { Id, Instant, optional, ReplyId, requiredText, WebUrl } from './scalars.ts'

/* Senders of the messaging channel, and their templates (docs/spec/family.md, section 7). */

/** Maximum length of a template's text, in code points. */
const MAX_TEMPLATE = 1024

const SENDERS = '/user/messenger/senders'

/** The spelling of a path that clients of the API family use; both are the same endpoint. */
export const familySpelling = (path: string): string[] => [
  path.replace('/user/messenger', '/user/whatsapp'),
]

/** Abilities of a sender's channel. */
const Capabilities = z.object({
  window_hours: z
    .number()
    .nullable()
    .describe(
      'Hours after a customer’s last message in which free texts may be sent; null for ever.',
    ),
  has_templates: z.boolean(),
  has_receipts: z.boolean().describe('Whether it says that a message was delivered and read.'),
  is_played: z.boolean().describe('Whether messages of customers can be played.'),
})

/** Connection of a bot to the service. */
const BotConnection = z.object({
  state: z
    .enum(['connecting', 'connected', 'failing', 'paused'])
    .describe(
      '`paused` if the token was refused: it is not tried again until it is connected again.',
    ),
  error: z.string().nullable().describe('Reason why its messages cannot be fetched.'),
  allowable: AllowableAddress,
  url: z.string().describe('Address of the bot API.'),
  ignored: z.int().describe('Number of its updates that became no message.'),
  ignored_at: Instant.nullable(),
  ignored_reason: z.string().nullable().describe('Reason of the last one.'),
})
export type BotConnection = z.output<typeof BotConnection>

/** Connection of a number to a service that reports to this server. */
const ServiceConnection = z.object({
  kind: z
    .enum(['cloud', 'form'])
    .describe('`cloud` for the business cloud API, `form` for the SMS provider’s account.'),
  state: z
    .enum(['waiting', 'connected', 'failing', 'paused'])
    .describe(
      '`waiting` until the service has reported for the first time; `paused` if it no longer accepts the account: nothing is tried until it is connected again.',
    ),
  error: z.string().nullable().describe('Reason why the service does not serve the number.'),
  allowable: AllowableAddress,
  url: z.string().nullable().describe('Address of the API; null for the SMS provider’s.'),
  ignored: z.int().describe('Number of reports that became no message.'),
  ignored_at: Instant.nullable(),
  ignored_reason: z.string().nullable().describe('Reason of the last one.'),
})
export type ServiceConnection = z.output<typeof ServiceConnection>

/** A number that messages are sent from, or a bot. */
export const MessengerSender = z.object({
  id: ReplyId,
  phone_number: z.string().describe('E.164; of a bot its name, such as `@example_shop_bot`.'),
  display_name: z.string(),
  status: z.enum(['online', 'offline']),
  quality_rating: z.enum(['GREEN', 'YELLOW', 'RED']),
  messaging_limit: z
    .int()
    .nullable()
    .describe('Maximum number of recipients within 24 hours; null if there is none.'),
  messaging_limit_formatted: z.string().meta({ examples: ['1,000 / 24hr', 'Unlimited'] }),
  assistant_id: z
    .int()
    .nullable()
    .optional()
    .describe(
      'Id of the assistant that answers; null if a person does. For browser sessions only.',
    ),
  read_receipts_webhook_url: z
    .string()
    .nullable()
    .optional()
    .describe('URL that receives `message_status` webhooks. For browser sessions only.'),
  capabilities: Capabilities.optional().describe('For browser sessions only.'),
  bot: BotConnection.nullable()
    .optional()
    .describe('Connection of a bot; null for a number. For browser sessions only.'),
  connection: ServiceConnection.nullable()
    .optional()
    .describe('Connection of a number to its service; null for others. For browser sessions only.'),
})
export type MessengerSender = z.output<typeof MessengerSender>

/** A text that may be sent at any time, once the channel has approved it. */
export const MessengerTemplate = z.object({
  id: ReplyId,
  name: z.string(),
  language: z.string(),
  category: TemplateCategory,
  status: TemplateStatus,
  body_text: z.string().describe('Text with placeholders: `{{1}}`, `{{2}}` or `{{name}}`.'),
  variables: z.array(z.string()).describe('Names of the placeholders, in order.'),
  has_variables: z.boolean(),
  reason: z
    .string()
    .nullable()
    .optional()
    .describe('Reason of a rejection, if the service gives one. For browser sessions only.'),
})
export type MessengerTemplate = z.output<typeof MessengerTemplate>

const params = z.object({ id: Id })
const TemplateParams = z.object({ id: Id, template: Id })

export const listMessengerSenders = endpoint({
  method: 'get',
  path: SENDERS,
  aliases: familySpelling(SENDERS),
  capability: 'directory',
  summary: 'List the senders of the messaging channel',
  query: z.object({ status: z.enum(['online', 'offline', 'all']).default('online') }),
  errorShape: 'success',
  reply: z.object({ data: z.array(MessengerSender) }),
})

const SenderFields = z.object({
  phone_number_id: optional(Id).describe(
    'Id of one of the account’s numbers. Either this or `phone_number` is required.',
  ),
  phone_number: optional(requiredText(255))
    .meta({ examples: ['+4930123456'] })
    .describe('A number in international format.'),
  display_name: requiredText(255).describe('Name that recipients see.'),
  assistant_id: optional(Id).describe('Id of the assistant that answers; a person if omitted.'),
  read_receipts_webhook_url: optional(WebUrl).describe(
    'URL that receives `message_status` webhooks.',
  ),
})

/** Omitted fields stay; `null` clears an optional one. */
const SenderChange = SenderFields.extend({
  assistant_id: Id.nullable().optional(),
  read_receipts_webhook_url: WebUrl.nullable().optional(),
}).partial()

const SavedSender = z.object({ message: z.string(), data: MessengerSender })

export const createMessengerSender = endpoint({
  method: 'post',
  path: SENDERS,
  aliases: familySpelling(SENDERS),
  capability: 'numbers',
  summary: 'Add a sender to the messaging channel',
  body: SenderFields,
  status: 201,
  examples: {
    body: { phone_number: '+4930123456', display_name: 'Example Shop' },
    reply: { message: 'Sender created successfully' },
  },
  reply: SavedSender,
})
export type NewMessengerSender = z.output<typeof SenderFields>

export const updateMessengerSender = endpoint({
  method: 'put',
  path: `${SENDERS}/:id`,
  aliases: familySpelling(`${SENDERS}/:id`),
  capability: 'numbers',
  summary: 'Update a sender; omitted fields are unchanged',
  params,
  body: SenderChange,
  refusals: ['messenger_sender_missing'],
  examples: {
    body: { display_name: 'Example Shop' },
    reply: { message: 'Sender updated successfully' },
  },
  reply: SavedSender,
})
export type MessengerSenderChange = z.output<typeof SenderChange>

export const deleteMessengerSender = endpoint({
  method: 'delete',
  path: `${SENDERS}/:id`,
  aliases: familySpelling(`${SENDERS}/:id`),
  capability: 'numbers',
  summary: 'Delete a sender; its conversations stay',
  params,
  refusals: ['messenger_sender_missing'],
  examples: { reply: { message: 'Sender deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const getMessengerSecret = endpoint({
  method: 'get',
  path: `${SENDERS}/:id/webhook-secret`,
  aliases: familySpelling(`${SENDERS}/:id/webhook-secret`),
  capability: 'webhooks',
  summary: 'Get the secret that signs a sender’s `X-Signature-256` header',
  params,
  refusals: ['messenger_sender_missing', 'secrets_key_changed'],
  reply: z.object({ secret: z.string() }),
})

export const listMessengerTemplates = endpoint({
  method: 'get',
  path: `${SENDERS}/:id/templates`,
  aliases: familySpelling(`${SENDERS}/:id/templates`),
  capability: 'directory',
  summary: 'List the templates of a sender',
  params,
  query: z.object({
    status: z.enum([...TemplateStatus.options, 'all']).default('approved'),
  }),
  errorShape: 'success',
  refusals: ['messenger_sender_not_found'],
  reply: z.object({ data: z.array(MessengerTemplate) }),
})

export const createMessengerTemplate = endpoint({
  method: 'post',
  path: `${SENDERS}/:id/templates`,
  aliases: familySpelling(`${SENDERS}/:id/templates`),
  capability: 'numbers',
  summary: 'Submit a template for approval',
  description:
    'In the Sandbox it is approved after 5 seconds; one whose name contains `reject` is rejected.',
  params,
  body: z.object({
    name: requiredText(512).refine((name) => /^[a-z0-9_]+$/.test(name), {
      error: issue('not_template_name'),
    }),
    language: requiredText(35)
      .refine((tag) => /^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/.test(tag), {
        error: issue('not_language_tag'),
      })
      .meta({ examples: ['en', 'de', 'pt_BR'] }),
    category: TemplateCategory,
    body_text: requiredText(MAX_TEMPLATE).describe(
      'Text with placeholders: `{{1}}`, `{{2}}`, or `{{name}}`.',
    ),
    variables: optional(z.array(requiredText(100)).max(100)).describe(
      'Names of the placeholders, in order; read from the text if omitted.',
    ),
  }),
  status: 201,
  refusals: ['messenger_sender_missing', 'templates_not_supported'],
  examples: {
    body: {
      name: 'order_shipped',
      language: 'en',
      category: 'utility',
      body_text: 'Hello {{name}}, your order {{order}} is on its way.',
      variables: ['name', 'order'],
    },
    reply: { message: 'Template created successfully' },
  },
  reply: z.object({ message: z.string(), data: MessengerTemplate }),
})

export const syncMessengerTemplates = endpoint({
  method: 'post',
  path: `${SENDERS}/:id/templates/sync`,
  aliases: familySpelling(`${SENDERS}/:id/templates/sync`),
  capability: 'numbers',
  summary: 'Read the templates of a sender from its service',
  description: 'This also happens every six hours, and when the service reports a change.',
  params,
  refusals: [
    'messenger_sender_missing',
    'templates_not_supported',
    fault('messenger_not_connected', { reason: 'The service does not accept the access token' }),
  ],
  examples: { reply: { message: 'Templates synchronized successfully' } },
  reply: z.object({ message: z.string(), data: z.array(MessengerTemplate) }),
})

export const deleteMessengerTemplate = endpoint({
  method: 'delete',
  path: `${SENDERS}/:id/templates/:template`,
  aliases: familySpelling(`${SENDERS}/:id/templates/:template`),
  capability: 'numbers',
  summary: 'Delete a template',
  params: TemplateParams,
  refusals: [
    'messenger_sender_missing',
    'template_not_found',
    fault('messenger_not_connected', { reason: 'The service does not accept the access token' }),
  ],
  examples: { reply: { message: 'Template deleted successfully' } },
  reply: z.object({ message: z.string() }),
})
