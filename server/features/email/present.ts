import type { Email } from '#contracts/email.ts'
import type { Localizer } from '#contracts/localize.ts'
import { toInstant } from '../../db/time.ts'
import type { EmailRow } from './queries.ts'

/** An email in the outbox. */
export const presentEmail = (row: EmailRow, localizer: Localizer): Email => ({
  id: row.id,
  conversation_id: row.conversation_uuid,
  address: row.address,
  subject: row.subject,
  status: row.status,
  error: localizer.translateStored(row.error),
  created_at: toInstant(row.created_at),
  sent_at: row.sent_at === null ? null : toInstant(row.sent_at),
})
