import type { Fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { dropNotice, raiseNotice } from '../../platform/notices/raise.ts'
import type { SenderRow } from '../senders/queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>
type Bot = Pick<SenderRow, 'user_id' | 'phone_number'>

const about = ({ user_id: userId, phone_number: subject }: Bot) =>
  ({ userId, kind: 'bot_failed', subject }) as const

/** Tells the account that messages of a bot cannot be fetched. */
export const raiseBotNotice = (tx: Tx, context: Needs, bot: Bot, reason: Fault): void =>
  raiseNotice(tx, context, about(bot), reason)

/** Removes that notice. */
export const dropBotNotice = (tx: Tx, context: Needs, bot: Bot): void =>
  dropNotice(tx, context, about(bot))
