import type { ReportMeasure } from '#contracts/report-measures.ts'

/**
 * SQL conditions on `conversations` of what reports count, without tests (docs/REPORTS.md). The report and the list behind
 * each of its numbers read the same ones.
 */
export const COUNTED: Readonly<Record<ReportMeasure, string>> = {
  conversations: '1',
  asked: 'asked_at IS NOT NULL',
  replied: 'answered_at IS NOT NULL',
  // A message before the visitor's first one answers nothing.
  person_replied: 'person_at >= asked_at',
  resolved: 'ended_at IS NOT NULL',
  ai: 'asked_at IS NOT NULL AND handed_over_at IS NULL AND person_at IS NULL AND had_person = 0',
  handed_over: 'handed_over_at IS NOT NULL',
  rated: 'rating IS NOT NULL',
  satisfied: 'rating >= 4',
  met: 'replies_met > 0 AND replies_missed = 0',
  missed: 'replies_missed > 0',
}

/** Time that the visitor waited for a person's first reply, ms: from the handover, if it came before, otherwise from their first message. */
export const PERSON_REPLY_MS =
  'person_at - iif(handed_over_at <= person_at, max(asked_at, handed_over_at), asked_at)'
