import type { Notice } from '#contracts/notices.ts'
import { toIso } from '../../../db/time.ts'
import type { NoticeRow } from './queries.ts'

/** A notice as the desk shows it. */
export function presentNotice({ id, kind, subject, reason, created_at }: NoticeRow): Notice {
  return { id, kind, subject, reason, created_at: toIso(created_at) }
}
