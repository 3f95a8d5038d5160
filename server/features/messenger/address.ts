import type { Context } from '../../context.ts'
import { botIdIn, chatAddress, chatIn } from '../../providers/messenger/bot-api/channel.ts'
import { phoneIdIn } from '../../providers/messenger/cloud-api/channel.ts'
import { formAccountIn } from '../../providers/messenger/form-api/channel.ts'
import { parseNumber } from '../platform/values/telephone.ts'
import { messengerChatQueries } from './chat-queries.ts'
import type { SenderRow } from './senders/queries.ts'

/** Reports whether the customers of a sender are known by ids of the service instead of numbers. */
export const isBot = ({ channel }: Pick<SenderRow, 'channel'>): boolean =>
  botIdIn(channel) !== undefined

/** Reports whether messages of a channel cost Parley's account nothing: their service is free, or bills the account itself. */
export const isFree = ({ channel }: Pick<SenderRow, 'channel'>): boolean =>
  botIdIn(channel) !== undefined || phoneIdIn(channel) !== undefined

/** Reports whether a sender's number is given by a service, so that it cannot be changed here. */
export const isOfService = (sender: Pick<SenderRow, 'channel'>): boolean =>
  isFree(sender) || formAccountIn(sender.channel) !== undefined

/**
 * Address of a customer in a sender's channel: a number in E.164, or the chat with a bot; undefined for any other text. Services
 * have numbers that are in no plan, such as those of Mexico with a 1 and of Brazil without a 9: they are accepted from whoever has
 * written from there.
 */
export function customerAddress(
  { db }: Pick<Context, 'db'>,
  sender: Pick<SenderRow, 'id' | 'channel'>,
  text: string,
): string | undefined {
  if (!isBot(sender))
    return parseNumber(text)?.e164 ?? messengerChatQueries(db).find(sender.id, text)?.customer
  const chat = chatIn(text)
  return chat === undefined ? undefined : chatAddress(chat)
}
