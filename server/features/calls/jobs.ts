import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { dialCall } from './dial.ts'
import { finishCall } from './finish.ts'
import { voiceOf } from './voice.ts'

/** The jobs of calls: dialling, the steps of the Sandbox, and the work after the end. */
export function callJobs(context: Context) {
  const voice = voiceOf(context)
  return {
    'call.dial': async (payload, signal) => dialCall(context, voice, payload, signal),
    'call.simulate': (step, signal) => voice.play(step, signal),
    'call.finish': async (payload, signal) => finishCall(context, voice, payload, signal),
  } satisfies Partial<JobHandlers>
}
