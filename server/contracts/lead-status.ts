import { z } from 'zod'

/** State of a lead, or of one of its contacts. */
export const LeadStatus = z.enum([
  'created',
  'scheduled',
  'processing',
  'completed',
  'rescheduled',
  'reached-max-retries',
  'blacklisted',
])
export type LeadStatus = z.output<typeof LeadStatus>

/** Statuses that a request may set; all others follow from calls and from the do-not-call list. */
export const SETTABLE_LEAD_STATUSES = ['created', 'completed', 'reached-max-retries'] as const
