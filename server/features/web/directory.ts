import type { Context } from '../../context.ts'
import { ifSpaceAllows } from '../../db/storage.ts'
import type { Tx } from '../../db/write.ts'
import type { Directory } from '../../http/gate.ts'
import { accountQueries } from '../accounts/queries.ts'
import { isVisitorBlocked } from '../conversations/blocks/blocked.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'

/** Looks up keys, sessions and tokens in the database on every request, so that revocation takes effect at once. */
export function createDirectory(context: Context): Directory {
  const { db, write, now, config, log } = context
  const accounts = accountQueries(db)
  const visitors = visitorQueries(db)

  /** Records the use of a credential without delaying the request. */
  function note(work: (tx: Tx) => unknown): void {
    ifSpaceAllows(() => write((tx) => void work(tx))).catch((error: unknown) =>
      log.error({ err: error }, 'the use of a credential could not be noted'),
    )
  }

  return {
    operatorByKey(hash) {
      const found = accounts.operatorByKey(hash, now())
      const { staleCredential } = found ?? {}
      if (staleCredential !== undefined)
        note((tx) => accounts.noteKeyUse(tx, staleCredential, now()))
      return found?.operator
    },
    operatorBySession(hash) {
      const found = accounts.operatorBySession(hash, now())
      const { staleCredential } = found ?? {}
      if (staleCredential !== undefined)
        note((tx) => accounts.noteSessionUse(tx, staleCredential, now()))
      return found?.operator
    },
    visitorByToken(hash) {
      const found = visitors.byToken(hash, now(), config.limits.visitorIdleMs)
      if (found?.isUnnoted) note((tx) => visitors.noteSeen(tx, found.visitor.id, hash, now()))
      return found?.visitor
    },
    isVisitorBlocked: (visitor) => isVisitorBlocked(context, visitor),
  }
}
