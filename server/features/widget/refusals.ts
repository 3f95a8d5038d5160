import { fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { ifSpaceAllows } from '../../db/storage.ts'
import type { Caller } from '../../http/allowance.ts'
import { createWindows } from '../../http/windows.ts'
import { accountQueries } from '../accounts/queries.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { raiseNotice } from '../platform/notices/raise.ts'

type Needs = Pick<Context, 'db' | 'write' | 'events' | 'now' | 'log' | 'config'>

/** Time window for counting rejected calls, ms. */
const WINDOW_MS = 600_000
/** Maximum number of addresses counted; the oldest are dropped. */
const MAX_ADDRESSES = 10_000

/**
 * Counts rejected visitor requests by address, and notifies the owner of persistent ones, which can be blocked from the
 * notice. Kept in memory: a restart resets it.
 */
export function createRefusals(context: Needs) {
  const { db, write, now, log, config } = context
  const windows = createWindows({ windowMs: WINDOW_MS, maxKeys: MAX_ADDRESSES, now })

  function inBackground(work: () => Promise<unknown>): void {
    ifSpaceAllows(work).catch((error: unknown) =>
      log.error({ err: error }, 'the owner could not be told of refused calls'),
    )
  }

  return {
    /** Counts a rejected request. */
    note({ address }: Caller): void {
      const count = windows.add(address)
      if (count !== config.limits.refusalsShown) return
      const owner = accountQueries(db).owner()
      if (!owner) return
      const about = { userId: owner.id, kind: 'address_refused', subject: address } as const
      const reason = fault('calls_refused', { count })
      inBackground(() => write((tx) => raiseNotice(tx, context, about, reason)))
    },
    /** Notifies an account that its assistant has reached the daily intake limit for visitors. */
    noteFull(assistantId: number): void {
      const assistant = assistantQueries(db).byId(assistantId)
      if (!assistant) return
      const about = {
        userId: assistant.user_id,
        kind: 'intake_full',
        subject: assistant.name,
      } as const
      inBackground(() => write((tx) => raiseNotice(tx, context, about, fault('intake_full_today'))))
    },
  }
}
