import type { CallStep, CallTimeline, Utterance } from '#contracts/calls.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../context.ts'
import { ifSet, toIso } from '../../db/time.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { conversationQueries } from '../conversations/queries.ts'
import {
  type ToolCallRow,
  telephoneToolQueries,
  toolCallQueries,
} from '../conversations/tools/call-queries.ts'
import { presentToolCall } from '../conversations/tools/present-call.ts'
import { toDollars } from '../platform/values/dollars.ts'
import { presentDelivery } from '../webhooks/present.ts'
import { webhookQueries } from '../webhooks/queries.ts'
import { heldFor } from './charge.ts'
import { callActivityQueries, presentCallActivity } from './desk/activity-queries.ts'
import { presentCall } from './present.ts'
import { callQueries, type StoredCall, type UtteranceRow } from './queries.ts'
import { isLive } from './states.ts'

/** Timeline of a call, as far as it is known: imported calls only have their times. */
export function timelineOf(
  { db, liveCalls }: Pick<Context, 'db' | 'liveCalls'>,
  call: StoredCall,
  origin: string,
  localizer: Localizer,
): CallTimeline {
  const calls = callQueries(db)
  return {
    call: presentCall(calls.shown(call.id)!, origin),
    assistant_id: call.assistant_id,
    provider: call.provider,
    is_sandbox: call.provider === SANDBOX,
    steps: stepsOf(call),
    ended_by: call.ended_by,
    utterances: withTools(calls.utterances(call.id), toolsOf(db, call), localizer),
    minute_price: toDollars(call.minute_price),
    held: isLive(call.status) ? toDollars(heldFor(call)) : 0,
    max_duration: call.max_duration,
    company: liveCalls.byId(call.id)?.company?.() ?? null,
    activities: callActivityQueries(db).ofCall(call.id).map(presentCallActivity),
    conversation_id:
      call.conversation_id === null
        ? null
        : (conversationQueries(db).byId(call.conversation_id)?.uuid ?? null),
    webhook_deliveries: webhookQueries(db)
      .ofCall(call.id)
      .map((delivery) => presentDelivery(delivery, localizer)),
  }
}

/** The moments that are known, in the order in which they come. */
function stepsOf(call: StoredCall): CallStep[] {
  const moments: [CallStep['kind'], number | null][] = [
    ['created', call.created_at],
    ['dialled', call.dialled_at],
    ['ringing', call.ringing_at],
    ['answered', call.answered_at],
    [endOf(call), call.ended_at],
    ['completed', call.completed_at],
  ]
  return moments.flatMap(([kind, at]) => (at === null ? [] : [{ kind, at: toIso(at) }]))
}

function endOf({ status }: StoredCall): CallStep['kind'] {
  return status === 'busy' || status === 'no-answer' || status === 'failed' ? status : 'ended'
}

/** Calls of tools: those on the telephone are kept with the call, those of a web call with its conversation. */
function toolsOf(db: Context['db'], call: StoredCall): readonly ToolCallRow[] {
  const { id, conversation_id: conversationId, answered_at: from, ended_at: to } = call
  if (from === null) return []
  const until = to ?? Number.MAX_SAFE_INTEGER
  return conversationId === null
    ? telephoneToolQueries(db).during(id, from, until)
    : toolCallQueries(db).during(conversationId, from, until)
}

/** Each with the calls that were made after it, and before the next. */
function withTools(
  rows: readonly UtteranceRow[],
  tools: readonly ToolCallRow[],
  localizer: Localizer,
): Utterance[] {
  const placeOf = ({ created_at: at }: ToolCallRow) =>
    Math.max(
      0,
      rows.findLastIndex(({ spoken_at: said }) => said !== null && said <= at),
    )
  const byPlace = Map.groupBy(tools, placeOf)
  return rows.map((row, place) => {
    const own = byPlace.get(place)?.map((call) => presentToolCall(call, localizer))
    return { ...presentUtterance(row), ...(own && { function_calls: own }) }
  })
}

function presentUtterance(row: UtteranceRow): Utterance {
  return {
    speaker: row.speaker,
    name: row.name ?? null,
    content: row.content,
    at: ifSet(row.spoken_at, toIso),
    recorded_at: row.recorded_at === null ? null : row.recorded_at / 1000,
    timing: timingOf(row),
    ...(row.explanation_id !== null && { explanation_id: row.explanation_id }),
  }
}

function timingOf({ heard_ms, thought_ms, sound_ms }: UtteranceRow): Utterance['timing'] {
  return heard_ms === null ? null : { heard_ms, thought_ms, sound_ms }
}
