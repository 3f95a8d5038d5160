import type { CallStatus } from '#contracts/enums.ts'

/** Which statuses may follow which (docs/spec/decisions.md, section 4). */
const NEXT: Readonly<Record<CallStatus, readonly CallStatus[]>> = {
  initiated: ['ringing', 'busy', 'no-answer', 'failed'],
  ringing: ['in-progress', 'busy', 'no-answer', 'failed'],
  'in-progress': ['ended_by_customer', 'ended_by_assistant', 'ended'],
  ended_by_customer: ['completed'],
  ended_by_assistant: ['completed'],
  ended: ['completed'],
  busy: [],
  'no-answer': [],
  failed: [],
  completed: [],
}

const ALL = Object.keys(NEXT) as CallStatus[]

/** Final statuses of an unanswered call. */
export type Unanswered = Extract<CallStatus, 'busy' | 'no-answer' | 'failed'>

/** Statuses in which an answered call can end, before its post-call work. */
export type Ended = Extract<CallStatus, 'ended_by_customer' | 'ended_by_assistant' | 'ended'>

/** The statuses that one may follow. */
export function statusesBefore(status: CallStatus): CallStatus[] {
  return ALL.filter((before) => NEXT[before].includes(status))
}

/** Reports whether a line is open or may still be opened. */
export function isLive(status: CallStatus): boolean {
  return status === 'initiated' || status === 'ringing' || status === 'in-progress'
}

/** Reports whether a call has ended but its post-call work has not. */
export function isEnded(status: CallStatus): status is Ended {
  return NEXT[status].includes('completed')
}
