import type { Context } from '../../context.ts'

/** Asks for a call to be dialled. Call it in the transaction that writes the call. */
export function askToDial({ jobs }: Pick<Context, 'jobs'>, callId: number): void {
  jobs.add({ kind: 'call.dial', payload: { call_id: callId } })
}
