import type { Localizer } from '#contracts/localize.ts'
import type { MessengerMessage } from '#contracts/messenger.ts'
import { toIso } from '../../db/time.ts'
import type { ExchangedRow } from './queries.ts'

/** A message as the customer's telephone shows it. */
export function presentExchanged(row: ExchangedRow, localizer: Localizer): MessengerMessage {
  return {
    id: row.id,
    direction: row.author === 'visitor' ? 'inbound' : 'outbound',
    body: row.content,
    status: row.status,
    error: localizer.translateStored(row.error),
    created_at: toIso(row.created_at),
  }
}
