import type { Context } from '../../../context.ts'
import type { Verdict } from '../../../providers/voice/form-api/amd.ts'
import type { Telephone } from '../../../providers/voice/form-api/form-api.ts'
import { eventsOf, type StatusReport } from '../../../providers/voice/form-api/status.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { lineOf } from '../line.ts'
import { callQueries } from '../queries.ts'
import { recordCall } from '../record.ts'
import { createSwitchboard } from '../switchboard.ts'
import type { TelephoneCalls } from './calls.ts'
import { telephoneQueries } from './queries.ts'
import { endSecondCall } from './second-call.ts'
import { transferQueries } from './transfer-queries.ts'

/** The call and leg of a reference, if what is told of a sid can be of it; its sid is known from the first report on. */
export function legOf({ db }: Pick<Context, 'db'>, ref: string, sid: string) {
  const legs = telephoneQueries(db)
  const callId = legs.callOf(ref)
  const leg = callId === undefined ? undefined : legs.find(callId)
  if (callId === undefined || !leg || legs.isTaken(callId, sid)) return undefined
  return leg.sid === null || leg.sid === sid ? { callId, leg } : undefined
}

/** Writes down what the provider of a call reports; what comes late, twice or about another call changes nothing. */
export async function applyReport(
  context: Context,
  telephone: Telephone,
  ref: string,
  report: StatusReport,
): Promise<void> {
  const found = legOf(context, ref, report.sid)
  if (!found) return
  const { callId, leg } = found
  const switchboard = createSwitchboard(context)
  const events = eventsOf(report, leg.maxDuration)
  const end = events.find((event) => event.kind === 'hung_up')
  // What was heard of the last sentence is written before.
  if (end) await context.liveCalls.byId(callId)?.close(end.by)
  await context.write((tx) => {
    for (const event of events) switchboard.report(tx, callId, event)
  })
  if (leg.sid === null) await telephone.bind(callId, report.sid)
  if (end) await endPartner(context, telephone, callId)
}

/** Nobody is left alone in a conference: once one of two is gone, the other is hung up as well. */
async function endPartner(context: Context, telephone: Telephone, callId: number): Promise<void> {
  const { db } = context
  const transfers = transferQueries(db)
  for (const { legId } of transfers.ofCall(callId))
    if (lineOf(context, legId)) await endSecondCall(context, legId)
  const caller = transfers.ofLeg(callId)
  if (caller?.endedAt && telephoneQueries(db).isPassedOn(caller.callId))
    await telephone.ending(caller.callId)()
}

/** Writes down who took a call, and lets a machine have its message once it records. */
export async function applyVerdict(
  context: Context & { readonly telephoneCalls: TelephoneCalls },
  ref: string,
  { sid, by, isGreetingOver }: Verdict,
): Promise<void> {
  const found = legOf(context, ref, sid)
  if (!found || by === 'unknown') return
  const { callId } = found
  const { db, now, telephoneCalls } = context
  const isNew = await context.write((tx) => {
    if (!telephoneQueries(db).judge(tx, callId, by, now())) return false
    recordCall(tx, context, callQueries(db).byId(callId)!.user_id, callId, 'call.updated')
    return true
  })
  // A machine takes over nobody's call.
  if (isNew && by === 'machine' && transferQueries(db).ofLeg(callId))
    return await endSecondCall(context, callId)
  const call = callQueries(db).byId(callId)
  const assistant = call && assistantQueries(db).byId(call.assistant_id)
  if (isNew && isGreetingOver && assistant?.end_call_on_voicemail === 1)
    telephoneCalls.greetingIsOver(callId)
}
