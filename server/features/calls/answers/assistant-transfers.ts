import type { Context } from '../../../context.ts'
import {
  MAX_TRANSFERS,
  type Transfer,
  type Transfers,
} from '../../conversations/tools/assistant-transfer.ts'
import { callQueries, type StoredCall } from '../queries.ts'

/** Reactions of a call to a transfer to another assistant. */
export interface ToAssistant {
  /** The answer that makes the transfer ends with it: the next words have another voice. */
  readonly endsAnswer: boolean
  readonly made: (transfer: Transfer) => void
}

/** Transfers of a call without a conversation. */
export function transfersOn(
  { db, write }: Pick<Context, 'db' | 'write'>,
  call: Pick<StoredCall, 'id' | 'assistant_id' | 'acting_assistant_id' | 'assistant_transfers'>,
  { endsAnswer, made }: ToAssistant,
): Transfers {
  return {
    actingId: call.acting_assistant_id ?? call.assistant_id,
    count: call.assistant_transfers,
    endsAnswer,
    async to(transfer) {
      const { assistant } = transfer
      const isMade = await write((tx) =>
        callQueries(db).transfer(tx, call.id, assistant.id, MAX_TRANSFERS),
      )
      if (isMade) made(transfer)
      return isMade
    },
  }
}
