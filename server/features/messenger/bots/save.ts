import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { createMessengerBot, reconnectMessengerBot } from '#contracts/messenger-bots.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import {
  type BotIdentity,
  botIdOf,
  identify,
} from '../../../providers/messenger/bot-api/account.ts'
import type { BotAccount, BotNeeds } from '../../../providers/messenger/bot-api/call.ts'
import { botChannelName } from '../../../providers/messenger/bot-api/channel.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { recordSender } from '../senders/save.ts'
import { botAccount, botSecretName } from './configured.ts'
import { dropBotNotice } from './notice.ts'
import { type BotRow, botQueries } from './queries.ts'

type Needs = BotNeeds &
  Pick<Context, 'channels' | 'db' | 'events' | 'now' | 'randomBytes' | 'vault' | 'write'>

/**
 * Adds a bot as a sender, after the service has said who it is.
 * @throws AppError if it cannot be reached or its token not be stored, InvalidFields if it is a sender already
 */
export async function addBot(
  context: Needs,
  userId: number,
  { token, url, ...body }: BodyOf<typeof createMessengerBot>,
): Promise<SenderRow> {
  const { channels, db, now, randomBytes, write } = context
  const identity = await identified(context, { url, token, userId })
  return await write((tx) => {
    if (botQueries(db).byBotId(identity.id)) throw new InvalidFields({ token: [fault('taken')] })
    const channel = botChannelName(identity.id)
    const { newSender } = channels.ofOrCurrent(channel)
    const row = senderQueries(db).insert(
      tx,
      {
        user_id: userId,
        phone_number_id: null,
        phone_number: `@${identity.username}`,
        display_name: body.display_name ?? nameOf(identity),
        assistant_id: body.assistant_id ?? null,
        read_receipts_webhook_url: body.read_receipts_webhook_url ?? null,
        status: 'online',
        channel,
        quality_rating: newSender.quality,
        messaging_limit: newSender.limit,
        created_at: now().getTime(),
      },
      randomBytes(32).toString('base64url'),
    )
    store(tx, context, row, { bot_id: identity.id, url, token })
    return recordSender(tx, context, row)
  })
}

/**
 * Connects a bot again, after the service has said that it is the same one.
 * @throws AppError if it cannot be reached or its token not be stored, InvalidFields for the token of another bot
 */
export async function reconnectBot(
  context: Needs,
  sender: SenderRow,
  bot: BotRow,
  { token: sent, url = bot.url }: BodyOf<typeof reconnectMessengerBot>,
): Promise<SenderRow> {
  const { db, write } = context
  const token = sent ?? storedToken(context, sender, bot, url)
  if (botIdOf(token) !== bot.bot_id) throw new InvalidFields({ token: [fault('not_same_bot')] })
  const identity = await identified(context, { url, token, userId: sender.user_id })
  if (identity.id !== bot.bot_id) throw new InvalidFields({ token: [fault('not_same_bot')] })
  return await write((tx) => {
    store(tx, context, sender, { bot_id: bot.bot_id, url, token })
    senderQueries(db).setStatus(tx, sender.id, 'online')
    dropBotNotice(tx, context, sender)
    return recordSender(tx, context, senderQueries(db).byId(sender.id)!)
  })
}

/** The stored token, which is only sent to the address it was entered for. */
function storedToken(context: Needs, sender: SenderRow, bot: BotRow, url: string): string {
  const { origin } = new URL(bot.url)
  if (new URL(url).origin !== origin)
    throw new InvalidFields({ token: [fault('key_needed_for_host', { host: origin })] })
  const opened = botAccount(context, bot, sender.user_id)
  if ('fault' in opened) throw new AppError(opened.fault.code)
  return opened.account.token
}

async function identified(context: Needs, account: BotAccount): Promise<BotIdentity> {
  const answer = await identify(context, account)
  if ('identity' in answer) return answer.identity
  throw new AppError('bot_not_connected', { params: { reason: answer.failure.reason } })
}

/** Maximum length of a display name, code points. */
const MAX_NAME = 255

const nameOf = ({ name, username }: BotIdentity): string =>
  [...name.trim()].slice(0, MAX_NAME).join('') || username

function store(
  tx: Tx,
  { db, now, vault }: Needs,
  { id }: SenderRow,
  { token, ...bot }: { readonly bot_id: number; readonly url: string; readonly token: string },
): void {
  try {
    const sealed = vault.seal(botSecretName(id), token)
    botQueries(db).save(tx, { sender_id: id, ...bot, token: sealed }, now())
  } catch (error) {
    throw error instanceof VaultError ? new AppError(error.code) : error
  }
}
