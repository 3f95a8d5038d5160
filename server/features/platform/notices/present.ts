import { inEnglish } from '#contracts/catalogues.ts'
import type { Notice } from '#contracts/notices.ts'
import { toIso } from '../../../db/time.ts'
import type { NoticeRow } from './queries.ts'

/** A notice as the desk shows it. */
export function presentNotice(row: NoticeRow, localizer = inEnglish): Notice {
  const { id, kind, subject, created_at } = row
  const reason = localizer.translateStored(row.reason) ?? ''
  return { id, kind, subject, reason, created_at: toIso(created_at) }
}
