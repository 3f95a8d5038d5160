import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'

/** Asks for a call to be followed from a moment on, ms since 1970. */
export function enqueueFollow(
  tx: Tx,
  { jobs }: Pick<Context, 'jobs'>,
  callId: number,
  at: number,
): void {
  jobs.add(tx, { kind: 'call.follow', payload: { call_id: callId }, runAt: new Date(at) })
}
