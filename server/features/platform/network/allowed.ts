import type { AllowedAddress } from '#contracts/network.ts'
import type { Context } from '../../../context.ts'
import { networkQueries } from './queries.ts'

/** Allowed private addresses with their accounts: those from the environment, which belong to the owner, then the listed ones. */
export function allowedAddresses({ config, db }: Pick<Context, 'config' | 'db'>): AllowedAddress[] {
  const { allowPrivate } = config.network
  const network = networkQueries(db)
  const owner = network.owner()
  return [
    ...(owner ? allowPrivate : []).map((address) => ({
      address,
      source: 'environment' as const,
      user_id: owner!.id,
      account: owner!.name,
    })),
    ...network
      .all()
      .filter((row) => row.is_owner === 0 || !allowPrivate.includes(row.address))
      .map(({ address, user_id, account }) => ({
        address,
        source: 'operator' as const,
        user_id,
        account,
      })),
  ]
}
