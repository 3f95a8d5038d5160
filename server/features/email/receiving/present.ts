import type { ReceivedEmail } from '#contracts/email-receiving.ts'
import type { Localizer } from '#contracts/localize.ts'
import { toInstant } from '../../../db/time.ts'
import type { ReceivedRow } from './queries.ts'

/** An email that came in, as listed. */
export const presentReceived = (row: ReceivedRow, localizer: Localizer): ReceivedEmail => ({
  id: row.id,
  conversation_id: row.conversation_uuid,
  address: row.address,
  subject: row.subject,
  status: row.status,
  reason: localizer.translateStored(row.reason),
  created_at: toInstant(row.created_at),
})
