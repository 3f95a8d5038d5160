import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../context.ts'
import type { VoiceProvider } from '../../providers/voice/provider.ts'
import { askForVariables } from './inbound-variables.ts'
import { giveUp } from './lifecycle.ts'
import { lineOf } from './line.ts'
import { callQueries } from './queries.ts'

/** Has the provider begin a call. A caller's variables are asked for before. Doing it again begins no second call. */
export async function dialCall(
  context: Context,
  voice: VoiceProvider,
  { call_id: callId }: JobPayload<'call.dial'>,
  signal: AbortSignal,
): Promise<void> {
  const call = callQueries(context.db).byId(callId)
  if (call?.status !== 'initiated') return
  if (call.type === 'inbound') await askForVariables(context, call, signal)
  const line = lineOf(context, callId)
  if (!line) return
  try {
    await context.write((tx) => callQueries(context.db).dialled(tx, callId, context.now()))
    await voice.dial(line)
  } catch (error) {
    signal.throwIfAborted()
    context.log.error({ err: error, call: callId }, 'a call could not be placed')
    await context.write((tx) => giveUp(tx, context, callId, 'failed', context.now().getTime()))
  }
}
