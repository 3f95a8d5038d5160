import type { Call } from '#contracts/calls.ts'
import type { CallStatus, CallType } from '#contracts/enums.ts'
import { toDateTime } from '../../db/time.ts'
import { RECORDING_NAME } from '../../providers/voice/recordings.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { isLive } from './states.ts'

/** A call with the names it is shown under: what `CALL_WITH_NAMES` selects. Times in ms, money in micro-dollars. */
export interface CallRow {
  readonly id: number
  readonly assistant_name: string
  readonly campaign_name: string | null
  readonly type: CallType
  readonly duration: number
  readonly assistant_phone_number: string | null
  readonly client_phone_number: string | null
  readonly status: CallStatus
  readonly transcript: string
  /** JSON, as the next two. */
  readonly variables: string
  readonly evaluation: string
  readonly webhook_response: string
  readonly carrier_cost: number
  readonly total_cost: number
  readonly answered_by: Call['answered_by']
  /** A whole URL, or the name of a file in the data folder's recordings. */
  readonly recording: string | null
  readonly created_at: number
  readonly updated_at: number
}

/**
 * A call as the wire has it, key by key in the order of docs/spec/api.md. `origin` is where the caller reached this
 * server.
 */
export function presentCall(row: CallRow, origin: string): Call {
  return {
    id: row.id,
    assistant_name: row.assistant_name,
    campaign_name: row.campaign_name ?? '',
    type: row.type,
    duration: row.duration,
    assistant_phone_number: row.assistant_phone_number,
    client_phone_number: row.client_phone_number,
    status: row.status,
    transcript: row.transcript,
    variables: JSON.parse(row.variables),
    evaluation: JSON.parse(row.evaluation),
    webhook_response: JSON.parse(row.webhook_response),
    carrier_cost: toDollars(row.carrier_cost),
    total_cost: toDollars(row.total_cost),
    answered_by: row.answered_by,
    recording_url: hasRecording(row) ? recordingUrl(row.recording, origin) : null,
    created_at: toDateTime(row.created_at),
    updated_at: toDateTime(row.updated_at),
  }
}

/** Reports whether there is a recording; while a call goes on, its own file grows elsewhere. */
function hasRecording(row: CallRow): row is CallRow & { readonly recording: string } {
  if (row.recording === null) return false
  return !(isLive(row.status) && RECORDING_NAME.test(row.recording))
}

/** Address of a recording: its own, or that of the file on this server. */
export function recordingUrl(recording: string, origin: string): string {
  if (/^https?:\/\//i.test(recording)) return recording
  return `${origin}/recordings/${encodeURIComponent(recording)}`
}
