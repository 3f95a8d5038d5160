import type { Db } from '../../../db/open.ts'
import {
  MAX_TRANSFERS,
  type Transfer,
  type Transfers,
  transfersOf,
} from '../../conversations/tools/assistant-transfer.ts'
import { type Draft, draftOf } from './draft.ts'

/**
 * The assistant that answers a practice call: the draft, or the stored assistant that the call was transferred to.
 * Nothing of a transfer is stored.
 */
export function createActing(db: Db, draft: Draft, onTransfer: (transfer: Transfer) => void) {
  let current = draft
  let count = 0

  function made(transfer: Transfer): void {
    const { assistant } = transfer
    const isBack = assistant.id === draft.assistant.id
    current = isBack ? draft : draftOf(db, assistant, {}, draft.given)
    onTransfer(transfer)
  }

  return {
    draft: (): Draft => current,
    transfers(): Transfers {
      const row = {
        assistant_id: draft.assistant.id,
        acting_assistant_id: current.assistant.id,
        assistant_transfers: count,
      }
      return transfersOf(row, {
        async store() {
          if (count === MAX_TRANSFERS) return false
          count += 1
          return true
        },
        endsAnswer: true,
        made,
      })
    },
  }
}
