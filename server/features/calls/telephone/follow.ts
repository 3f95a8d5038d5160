import type { JobPayload } from '#contracts/jobs.ts'
import type { Context } from '../../../context.ts'
import { nextPollAt } from '../../../providers/voice/form-api/follow-times.ts'
import { callQueries } from '../queries.ts'
import { isLive } from '../states.ts'
import { createSwitchboard } from '../switchboard.ts'
import { telephoneQueries } from './queries.ts'
import { telephoneFor } from './telephone-of.ts'

/**
 * Finds out what became of a call whose reports may have been lost: its provider is asked, and where it is no longer set
 * up, the call is over once it could not go on any more.
 * @returns when to ask again; undefined when there is nothing more to find out
 */
export async function followCall(
  context: Context,
  { call_id: callId }: JobPayload<'call.follow'>,
): Promise<Date | undefined> {
  const { db, now, write } = context
  const call = callQueries(db).byId(callId)
  const leg = telephoneQueries(db).find(callId)
  if (!call || !leg) return undefined
  const telephone = telephoneFor(context, call.provider)
  if (telephone) return await telephone.follow(callId)
  if (!isLive(call.status)) return undefined
  const at = now().getTime()
  const next = nextPollAt(leg, at)
  if (next !== undefined) return new Date(next)
  const switchboard = createSwitchboard(context)
  await write((tx) => {
    switchboard.report(tx, callId, { kind: 'failed', at })
    switchboard.report(tx, callId, { kind: 'hung_up', by: 'limit', at })
  })
  return undefined
}
