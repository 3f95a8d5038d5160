import { type Context, newSecret } from '../../context.ts'

/** Asks for the post-call work of a call that is over. Call it in the transaction of its end. */
export function askToFinish(context: Pick<Context, 'jobs' | 'randomBytes'>, callId: number): void {
  const payload = { call_id: callId, recording: `${newSecret(context)}.wav` }
  context.jobs.add({ kind: 'call.finish', payload })
}
