import { fault } from '#contracts/faults.ts'
import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../context.ts'
import { FaultError } from '../../errors.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { fetchInboundVariables } from './inbound-variables.ts'
import { giveUp } from './lifecycle.ts'
import { lineOf } from './line.ts'
import { callQueries } from './queries.ts'
import { areLinesBusy } from './telephone/lines.ts'
import { voiceOf } from './voice.ts'

/** Between two looks whether a line is free, ms. */
const LINE_FREE_MS = 2000

/**
 * Has the provider begin a call. A caller's variables are asked for before. Doing it again begins no second call.
 * @returns when to try again, while all lines are busy
 */
export async function dialCall(
  context: Context,
  { call_id: callId }: JobPayload<'call.dial'>,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { db, write, now, log } = context
  const call = callQueries(db).byId(callId)
  if (call?.status !== 'initiated') return undefined
  if (call.provider !== SANDBOX && areLinesBusy(context))
    return new Date(now().getTime() + LINE_FREE_MS)
  if (call.type === 'inbound') await fetchInboundVariables(context, call, signal)
  const line = lineOf(context, callId)
  if (!line) return undefined
  try {
    const voice = voiceOf(context, call.provider)
    if (!voice) throw new FaultError(fault('sms_provider_missing', { provider: call.provider }))
    await write((tx) => callQueries(db).dialled(tx, callId, now()))
    await voice.dial(line)
  } catch (error) {
    signal.throwIfAborted()
    log.error({ err: error, call: callId }, 'a call could not be placed')
    await write((tx) => giveUp(tx, context, callId, 'failed', now().getTime()))
  }
  return undefined
}
