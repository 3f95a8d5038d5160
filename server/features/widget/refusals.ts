import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { ifThereIsRoom } from '../../db/storage.ts'
import type { Caller } from '../../http/allowance.ts'
import { createWindows } from '../../http/windows.ts'
import { accountQueries } from '../accounts/queries.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { raiseNotice } from '../platform/notices/raise.ts'

type Needs = Pick<Context, 'db' | 'write' | 'events' | 'now' | 'log' | 'config'>

/** Refused calls are counted for this long, ms. */
const WINDOW_MS = 600_000
/** Addresses counted at most; beyond that the oldest are forgotten. */
const MAX_ADDRESSES = 10_000

/**
 * Counts the calls of visitors that were refused, by address, and tells the owner of an address that goes on and on: it
 * can be blocked from the notice. Kept in memory: a restart forgets.
 */
export function createRefusals(context: Needs) {
  const { db, write, now, log, config } = context
  const windows = createWindows({ windowMs: WINDOW_MS, maxKeys: MAX_ADDRESSES, now })

  function tell(work: () => Promise<unknown>): void {
    ifThereIsRoom(work).catch((error: unknown) =>
      log.error({ err: error }, 'the owner could not be told of refused calls'),
    )
  }

  return {
    /** Counts a refused call. */
    note({ address }: Caller): void {
      const count = windows.add(address)
      if (count !== config.limits.refusalsShown) return
      const owner = accountQueries(db).owner()
      if (!owner) return
      const about = { userId: owner.id, kind: 'address_refused', subject: address } as const
      const reason = fault('calls_refused', { count })
      tell(() => write((tx) => raiseNotice(tx, context, about, reason)))
    },
    /** Tells an account that its assistant has taken in as much of visitors as a day allows. */
    noteFull(assistantId: number): void {
      const assistant = assistantQueries(db).byId(assistantId)
      if (!assistant) return
      const about = {
        userId: assistant.user_id,
        kind: 'intake_full',
        subject: assistant.name,
      } as const
      tell(() => write((tx) => raiseNotice(tx, context, about, fault('intake_full_today'))))
    },
  }
}
