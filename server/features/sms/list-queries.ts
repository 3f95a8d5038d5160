import { countedList } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { SmsRow } from './present.ts'

/** The list of text messages, newest first. `digits` are those of the recipient's number. */
export const listedSms = oncePerDb((sql, db) =>
  countedList<SmsRow, 'status' | 'digits'>(sql, db, {
    table: 'sms_messages',
    columns: 'sms_messages.*',
    filters: { status: 'status', digits: 'to_digits' },
    indexes: {
      sms_messages_by_user: [],
      sms_messages_by_status: ['status'],
      sms_messages_by_number: ['digits'],
    },
  }),
)
