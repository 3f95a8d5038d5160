import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { SenderRow } from './queries.ts'

/** A sender in its API form. */
export function presentSender(row: SenderRow): MessengerSender {
  return {
    id: row.id,
    phone_number: row.phone_number,
    display_name: row.display_name,
    status: row.status,
    quality_rating: row.quality_rating,
    messaging_limit: row.messaging_limit,
    messaging_limit_formatted:
      row.messaging_limit === null
        ? 'Unlimited'
        : `${row.messaging_limit.toLocaleString('en')} / 24hr`,
  }
}

/** The same with the fields for Parley's own screens. */
export function presentOwnSender(row: SenderRow): MessengerSender {
  return {
    ...presentSender(row),
    assistant_id: row.assistant_id,
    read_receipts_webhook_url: row.read_receipts_webhook_url,
  }
}
