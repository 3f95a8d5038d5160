import type { Config, NetworkPolicy } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { networkQueries } from './queries.ts'

/** Current policy for outgoing calls: the environment's addresses and the owner's list. */
export function currentPolicy({ config, db }: { config: Config; db: Db }): NetworkPolicy {
  const { policy, allowPrivate } = config.network
  return { policy, allowPrivate: [...allowPrivate, ...networkQueries(db).all()] }
}
