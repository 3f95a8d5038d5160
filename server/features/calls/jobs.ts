import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { runCampaign } from './campaigns/turn.ts'
import { dialCall } from './dial.ts'
import { finishCall } from './finish.ts'
import { insertRemaining } from './import-slices.ts'
import { addRemaining } from './leads/import-add.ts'
import { followCall } from './telephone/follow.ts'
import { sandboxOf } from './voice.ts'

/** The jobs of calls: campaigns, dialling and following, the steps of the Sandbox, the work after the end, and imports. */
export function callJobs(context: Context) {
  const sandbox = sandboxOf(context)
  return {
    'call.dial': (payload, signal) => dialCall(context, payload, signal),
    'call.simulate': (step, signal) => sandbox.play(step, signal),
    'call.follow': (payload) => followCall(context, payload),
    'call.finish': (payload, signal) => finishCall(context, payload, signal),
    'campaign.run': ({ campaign_id }, signal) => runCampaign(context, campaign_id, signal),
    'call.import': ({ import_id }, signal) => insertRemaining(context, import_id, signal),
    'lead.import': ({ import_id }, signal) =>
      addRemaining(context, import_id, { stopping: signal }),
  } satisfies Partial<JobHandlers>
}
