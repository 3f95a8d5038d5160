import type { AnsweredBy } from '#contracts/enums.ts'
import { isSid, type ProviderRecord } from '../../form-api/shown.ts'
import type { LineEvent } from '../provider.ts'
import { answeredByOf } from './amd.ts'

/** State of a call at a provider. */
type CallState = 'queued' | 'ringing' | 'in-progress' | 'completed' | Unanswered

type Unanswered = 'busy' | 'no-answer' | 'failed'

/** The provider's call states mapped to Parley's. */
const STATES: Readonly<Record<string, CallState>> = {
  queued: 'queued',
  initiated: 'queued',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  answered: 'in-progress',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'failed',
}

/** State of a call as reported by a provider. */
export interface StatusReport {
  readonly sid: string
  readonly state: CallState
  /** Time of the report, ms since 1970; never in the future. */
  readonly at: number
  /** Duration of an ended call, s; undefined if not reported. */
  readonly duration: number | undefined
  readonly answeredBy: AnsweredBy
}

/** The report in a status callback; undefined if there is none. */
export const reportIn = (fields: URLSearchParams, now: Date): StatusReport | undefined =>
  reportOf(
    {
      sid: fields.get('CallSid'),
      status: fields.get('CallStatus'),
      time: fields.get('Timestamp'),
      duration: fields.get('CallDuration'),
      answeredBy: fields.get('AnsweredBy'),
    },
    now,
  )

/** The report in a call record that was looked up. */
export const reportShown = (shown: ProviderRecord, now: Date): StatusReport | undefined =>
  reportOf(
    {
      sid: shown['sid'],
      status: shown['status'],
      time: shown['end_time'] ?? shown['start_time'],
      duration: shown['duration'],
      answeredBy: shown['answered_by'],
    },
    now,
  )

type ReportFields = Readonly<Record<'sid' | 'status' | 'time' | 'duration' | 'answeredBy', unknown>>

function reportOf(fields: ReportFields, now: Date): StatusReport | undefined {
  const { sid } = fields
  const status = String(fields.status)
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined
  if (!isSid(sid) || !state) return undefined
  const time = Date.parse(String(fields.time))
  const duration = /^\d{1,6}$/.test(String(fields.duration)) ? Number(fields.duration) : undefined
  return {
    sid,
    state,
    at: Math.min(Number.isNaN(time) ? Infinity : time, now.getTime()),
    duration,
    answeredBy: answeredByOf(String(fields.answeredBy)),
  }
}

/**
 * All line events implied by a report, oldest first. Reports may be late, repeated and out of order: each one repeats the earlier
 * events, so that the last one is sufficient.
 * @param maxDuration s
 */
export function eventsOf(report: StatusReport, maxDuration: number): readonly LineEvent[] {
  const { state, at, duration = 0, answeredBy: by } = report
  switch (state) {
    case 'queued':
      return []
    case 'ringing':
      return [{ kind: 'ringing', at }]
    case 'in-progress':
      return [
        { kind: 'ringing', at },
        { kind: 'answered', by, at },
      ]
    case 'completed': {
      const answeredAt = at - duration * 1000
      return [
        { kind: 'ringing', at: answeredAt },
        { kind: 'answered', by, at: answeredAt },
        { kind: 'hung_up', by: duration >= maxDuration ? 'limit' : 'customer', at },
      ]
    }
    default:
      return [{ kind: state, at }]
  }
}
