import type { Context } from '../../context.ts'

/** Kind of the job that has the provider begin a call. */
export const DIAL = 'call.dial'

export interface DialJob {
  readonly call_id: number
}

/** Asks for a call to be dialled. Call it in the transaction that writes the call. */
export function askToDial({ jobs }: Pick<Context, 'jobs'>, callId: number): void {
  const payload: DialJob = { call_id: callId }
  jobs.add({ kind: DIAL, payload })
}
