import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { type BotAccount, type BotFailure, type BotNeeds, callBot } from './call.ts'

/** A bot as the service knows it. */
export interface BotIdentity {
  readonly id: number
  readonly name: string
  /** Without the `@`. */
  readonly username: string
}

const Me = z.object({
  id: z.int(),
  is_bot: z.literal(true),
  first_name: z.string(),
  username: z.string().regex(/^\w{1,64}$/),
})

/** Verifies a bot's token by asking who it is; nothing is sent to anyone and no message is read. */
export async function identify(
  context: BotNeeds,
  bot: BotAccount,
): Promise<{ readonly identity: BotIdentity } | { readonly failure: BotFailure }> {
  const answer = await callBot(context, bot, { method: 'getMe' })
  if (answer.failure) return answer
  const { data } = Me.safeParse(answer.result)
  if (!data) return { failure: { kind: 'unknown', reason: fault('bot_api_foreign') } }
  return { identity: { id: data.id, name: data.first_name, username: data.username } }
}

/** Id of the bot that a token belongs to: its first part. */
export const botIdOf = (token: string): number => Number(token.split(':')[0])
