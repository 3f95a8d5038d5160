import type { Config, NetworkPolicy } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { networkQueries } from './queries.ts'

/**
 * Current policy for outgoing requests of an account, or of Parley itself (null): the addresses that the owner listed. The
 * addresses from the environment belong to the owner's account.
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

/** Reports whether requests to private addresses are possible at all. */
export const callsPrivateAddresses = ({ config }: { readonly config: Config }): boolean =>
  config.network.policy === 'desktop'
