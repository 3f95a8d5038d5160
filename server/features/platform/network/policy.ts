import type { Config, NetworkPolicy } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { networkQueries } from './queries.ts'

/**
 * Current policy for the outgoing calls of an account, or of Parley itself (null): what the owner has listed for it. The
 * environment's addresses are the owner's own.
 */
export function currentPolicy(
  { config, db }: { config: Config; db: Db },
  account: number | null,
): NetworkPolicy {
  const { policy, allowPrivate } = config.network
  const network = networkQueries(db)
  const listed = network.allowedFor(account)
  return { policy, allowPrivate: network.isOwner(account) ? [...allowPrivate, ...listed] : listed }
}

/** Reports whether private addresses may be called at all. */
export const callsPrivateAddresses = ({ config }: { readonly config: Config }): boolean =>
  config.network.policy === 'desktop'
