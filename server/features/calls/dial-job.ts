import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'

/** Asks for a call to be dialled. */
export function enqueueDial(tx: Tx, { jobs }: Pick<Context, 'jobs'>, callId: number): void {
  jobs.add(tx, { kind: 'call.dial', payload: { call_id: callId } })
}
