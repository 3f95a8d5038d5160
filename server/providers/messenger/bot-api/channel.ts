import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Sent } from '../../sms/provider.ts'
import type {
  Capabilities,
  Channel,
  OutgoingFile,
  OutgoingMessage,
  SendOptions,
} from '../channel.ts'
import { type BotAccount, type BotFailure, type BotNeeds, callBot } from './call.ts'
import { formatMarkdown } from './markdown.ts'

/** Name of a bot's channel, stored with its sender and messages. */
export const botChannelName = (botId: number): string => `bot-api:${botId}`

/** Id of the bot in such a name; undefined for any other name. */
export function botIdIn(channel: string): number | undefined {
  const id = /^bot-api:(\d{1,15})$/.exec(channel)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Address of a person in the channel: a bot writes to the chat whose id is the person's. */
export const chatAddress = (chat: number): string => `telegram:${chat}`

/** Id of the chat of an address, also without its prefix; undefined if it is none. */
export function chatIn(address: string): number | undefined {
  const id = /^(?:telegram:)?(\d{1,15})$/.exec(address.trim())?.[1]
  return id === undefined || Number(id) === 0 ? undefined : Number(id)
}

/** A bot may answer whoever has written to it, at any time, and cannot write first. */
const CAPABILITIES: Capabilities = {
  windowMs: null,
  maxLength: 4096,
  hasTemplates: false,
  hasReceipts: false,
  isPlayed: false,
}

/** Delay after which a message is tried again that never left because the service could not be reached, s. */
const UNREACHED_RETRY = 10

const common: Omit<Channel, 'name' | 'fault' | 'send'> = {
  capabilities: CAPABILITIES,
  newSender: { quality: 'GREEN', limit: null },
  followUps: [],
  // The service knows neither our ids nor which messages it took.
  lookup: async () => ({ result: 'unclear', error: fault('bot_cannot_say') }),
  review: async () => ({ status: 'rejected' }),
}

/** A channel that carries nothing, for this reason. */
export function createMuteBot(botId: number, reason: Fault): Channel {
  return {
    ...common,
    name: botChannelName(botId),
    fault: reason,
    send: async () => ({ result: 'refused', error: reason }),
  }
}

/** The messages of a bot, by the bot API (https://core.telegram.org/bots/api). */
export function createBotChannel(context: BotNeeds, botId: number, bot: BotAccount): Channel {
  return {
    ...common,
    name: botChannelName(botId),
    send: (message, options) => send(context, bot, message, options),
  }
}

async function send(
  context: BotNeeds,
  bot: BotAccount,
  message: OutgoingMessage,
  { signal, file, isMarkdown = false }: SendOptions,
): Promise<Sent> {
  const chat_id = chatIn(message.to)
  if (chat_id === undefined) return { result: 'refused', error: fault('bot_no_chat') }
  if (file) return await sendFile(context, bot, chat_id, file, signal)
  const { text, entities } = isMarkdown
    ? formatMarkdown(message.body)
    : { text: message.body, entities: [] }
  const params = { chat_id, text, ...(entities.length > 0 && { entities }) }
  return sentOf(await callBot(context, bot, { method: 'sendMessage', params, signal }))
}

/** Kinds of pictures that are shown as such; all other files are sent as documents. */
const PHOTOS = ['image/jpeg', 'image/png']

async function sendFile(
  context: BotNeeds,
  bot: BotAccount,
  chat_id: number,
  { name, mediaType, read }: OutgoingFile,
  signal: AbortSignal,
): Promise<Sent> {
  const content = await read()
  const as = (method: string, field: string) =>
    callBot(context, bot, { method, params: { chat_id }, file: { field, name, content }, signal })
  if (PHOTOS.includes(mediaType)) {
    const answer = await as('sendPhoto', 'photo')
    // A picture may be too long or too wide to be shown.
    if (answer.failure?.status !== 400) return sentOf(answer)
  }
  return sentOf(await as('sendDocument', 'document'))
}

const Message = z.object({ message_id: z.int(), chat: z.object({ id: z.int() }) })

function sentOf(answer: Awaited<ReturnType<typeof callBot>>): Sent {
  if (answer.failure) return notSent(answer.failure)
  const { data } = Message.safeParse(answer.result)
  if (!data) return { result: 'unknown', error: fault('bot_api_foreign') }
  return { result: 'accepted', sid: `${data.chat.id}:${data.message_id}` }
}

function notSent({ kind, reason, retryAfterSeconds }: BotFailure): Sent {
  switch (kind) {
    case 'unknown':
      return { result: 'unknown', error: reason }
    case 'unreached':
      return { result: 'refused', error: reason, retryAfterSeconds: UNREACHED_RETRY }
    case 'busy':
      return { result: 'refused', error: reason, retryAfterSeconds }
    default:
      return { result: 'refused', error: reason }
  }
}
