import type { SmsStatus } from '#contracts/enums.ts'

/** Allowed status transitions (docs/spec/decisions.md, sections 4 and 5): unknown outcomes can be resolved. */
const NEXT: Readonly<Record<SmsStatus, readonly SmsStatus[]>> = {
  queued: ['sent', 'delivered', 'undelivered', 'failed', 'unknown'],
  unknown: ['sent', 'delivered', 'undelivered', 'failed'],
  sent: ['delivered', 'undelivered'],
  delivered: [],
  undelivered: [],
  failed: [],
}

/** Reports whether a status may follow another. */
export const mayFollow = (before: SmsStatus, next: SmsStatus): boolean =>
  NEXT[before].includes(next)

/** Reports whether a message's money is still reserved. */
export const isOpen = (status: SmsStatus): boolean => status === 'queued' || status === 'unknown'
