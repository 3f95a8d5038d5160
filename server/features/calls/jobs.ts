import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { SANDBOX_STEP } from '../../providers/voice/sandbox/sandbox.ts'
import { dialCall } from './dial.ts'
import { DIAL, type DialJob } from './dial-job.ts'
import { finishCall } from './finish.ts'
import { FINISH, type FinishJob } from './finish-job.ts'
import { voiceOf } from './voice.ts'

/** The jobs of calls: dialling, the steps of the Sandbox, and the work after the end. */
export function callJobs(context: Context): Record<string, JobHandler> {
  const voice = voiceOf(context)
  return {
    [DIAL]: (payload, signal) => dialCall(context, voice, payload as DialJob, signal),
    [SANDBOX_STEP]: (payload, signal) => voice.play(payload, signal),
    [FINISH]: (payload, signal) => finishCall(context, voice, payload as FinishJob, signal),
  }
}
