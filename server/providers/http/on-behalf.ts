import type { NetworkPolicy } from '../../config.ts'
import type { Context } from '../../context.ts'

/** Network policy of the account on whose behalf a call is made, with its own list of private addresses. */
export interface OnBehalf {
  readonly network: () => NetworkPolicy
}

/**
 * A context whose outgoing calls are made on behalf of an account.
 * @param account null for the server itself, whose owner configured the address: models and text messages
 */
export function onBehalfOf<context extends Pick<Context, 'networkOf'>>(
  context: context,
  account: number | null,
): context & OnBehalf {
  return { ...context, network: () => context.networkOf(account) }
}
