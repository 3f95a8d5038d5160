import { type Context, newSecret } from '../../context.ts'

/** Kind of the job that does the post-call work. */
export const FINISH = 'call.finish'

/** What the job is told. The name of the recording is chosen before, so that a second run writes the same file. */
export interface FinishJob {
  readonly call_id: number
  readonly recording: string
}

/** Asks for the post-call work of a call that is over. Call it in the transaction of its end. */
export function askToFinish(context: Pick<Context, 'jobs' | 'randomBytes'>, callId: number): void {
  const payload: FinishJob = { call_id: callId, recording: `${newSecret(context)}.wav` }
  context.jobs.add({ kind: FINISH, payload })
}
