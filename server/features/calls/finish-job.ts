import { type Context, newSecret } from '../../context.ts'
import type { Tx } from '../../db/write.ts'

/** Asks for the post-call work of a call that is over. */
export function enqueueFinish(
  tx: Tx,
  context: Pick<Context, 'jobs' | 'randomBytes'>,
  callId: number,
): void {
  const payload = { call_id: callId, recording: `${newSecret(context)}.wav` }
  context.jobs.add(tx, { kind: 'call.finish', payload })
}
