import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { BotAccount, BotNeeds } from '../../../providers/messenger/bot-api/call.ts'
import {
  botIdIn,
  createBotChannel,
  createMuteBot,
} from '../../../providers/messenger/bot-api/channel.ts'
import type { Channel } from '../../../providers/messenger/channel.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { type BotRow, botQueries } from './queries.ts'

/** Name of a bot's token in the vault; a token can be opened for its own sender only. */
export const botSecretName = (senderId: number): string => `bot:${senderId}`

/** The account of a bot, or the reason why its token cannot be read. */
export function botAccount(
  { vault }: Pick<Context, 'vault'>,
  { sender_id, url, token }: Pick<BotRow, 'sender_id' | 'url' | 'token'>,
  userId: number,
):
  | { readonly account: BotAccount }
  | { readonly fault: Fault<'no_keyring' | 'secrets_key_changed'> } {
  try {
    return { account: { url, userId, token: vault.open(botSecretName(sender_id), token) } }
  } catch (error) {
    if (error instanceof VaultError) return { fault: fault(error.code) }
    throw error
  }
}

/** The channel of a bot by its name, as it is set up at the moment; undefined for any other name. */
export function configuredBot(
  context: BotNeeds & Pick<Context, 'db' | 'vault'>,
  name: string,
): Channel | undefined {
  const botId = botIdIn(name)
  if (botId === undefined) return undefined
  const row = botQueries(context.db).byBotId(botId)
  if (!row) return createMuteBot(botId, fault('channel_missing'))
  const opened = botAccount(context, row, row.user_id)
  return 'fault' in opened
    ? createMuteBot(botId, opened.fault)
    : createBotChannel(context, botId, opened.account)
}
