import type { MessengerStatus } from '#contracts/enums.ts'

/** Allowed status transitions (docs/spec/family.md, section 7): forward only, and steps may be skipped. */
const NEXT: Readonly<Record<MessengerStatus, readonly MessengerStatus[]>> = {
  queued: ['sent', 'delivered', 'read', 'undelivered', 'failed', 'unknown'],
  unknown: ['sent', 'delivered', 'read', 'undelivered', 'failed'],
  sent: ['delivered', 'read', 'undelivered'],
  delivered: ['read'],
  read: [],
  undelivered: [],
  failed: [],
}

/** Reports whether a status may follow another. */
export const mayFollow = (before: MessengerStatus, next: MessengerStatus): boolean =>
  NEXT[before].includes(next)

/** Reports whether a message's money is still reserved. */
export const isOpen = (status: MessengerStatus): boolean =>
  status === 'queued' || status === 'unknown'
