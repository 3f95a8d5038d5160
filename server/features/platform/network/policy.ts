import type { Config, NetworkPolicy } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { networkQueries } from './queries.ts'

/** What this server may call now: what the environment says, and what the owner has listed since. */
export function currentPolicy({ config, db }: { config: Config; db: Db }): NetworkPolicy {
  const { policy, allowPrivate } = config.network
  return { policy, allowPrivate: [...allowPrivate, ...networkQueries(db).all()] }
}
