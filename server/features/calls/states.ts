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

/** How a call that nobody took can be over. */
export type Unanswered = Extract<CallStatus, 'busy' | 'no-answer' | 'failed'>

/** How a call that was taken can be over, before its post-call work is done. */
export type Ended = Extract<CallStatus, 'ended_by_customer' | 'ended_by_assistant' | 'ended'>

/** The statuses that one may follow. */
export function statusesBefore(status: CallStatus): CallStatus[] {
  return ALL.filter((before) => NEXT[before].includes(status))
}

/** Whether a line is still open, or may yet be. */
export function isLive(status: CallStatus): boolean {
  return status === 'initiated' || status === 'ringing' || status === 'in-progress'
}

/** Whether a call is over and its post-call work is not. */
export function isEnded(status: CallStatus): status is Ended {
  return NEXT[status].includes('completed')
}
