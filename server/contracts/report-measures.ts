import { z } from 'zod'

/**
 * Conversations that a report counts: all of a period, or those with an outcome. Test conversations are in none.
 * docs/REPORTS.md defines each.
 */
export const ReportMeasure = z.enum([
  'conversations',
  'asked',
  'replied',
  'person_replied',
  'resolved',
  'ai',
  'handed_over',
  'rated',
  'satisfied',
  'met',
  'missed',
])
export type ReportMeasure = z.output<typeof ReportMeasure>
