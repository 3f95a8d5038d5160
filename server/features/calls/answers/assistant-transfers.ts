import type { Context } from '../../../context.ts'
import {
  MAX_TRANSFERS,
  type Transfer,
  type Transfers,
  transfersOf,
} from '../../conversations/tools/assistant-transfer.ts'
import { callQueries, type StoredCall } from '../queries.ts'

/** Reactions of a call to a transfer to another assistant. */
export interface ToAssistant {
  /** The answer that makes the transfer ends with it: the next words have another voice. */
  readonly endsAnswer: boolean
  readonly made: (transfer: Transfer) => void
}

/** Transfers of a call without a conversation. */
export const transfersOn = (
  { db, write }: Pick<Context, 'db' | 'write'>,
  call: StoredCall,
  { endsAnswer, made }: ToAssistant,
): Transfers =>
  transfersOf(call, {
    store: (to) => write((tx) => callQueries(db).transfer(tx, call.id, to, MAX_TRANSFERS)),
    endsAnswer,
    made,
  })
