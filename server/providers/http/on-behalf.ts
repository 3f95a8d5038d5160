import type { NetworkPolicy } from '../../config.ts'
import type { Context } from '../../context.ts'

/** The account for which something is called has been said: its own list of private addresses holds. */
export interface OnBehalf {
  readonly network: () => NetworkPolicy
}

/**
 * A context whose outgoing calls are made for an account.
 * @param account null for Parley itself, whose owner has set what it calls: models and text messages
 */
export function onBehalfOf<context extends Pick<Context, 'networkOf'>>(
  context: context,
  account: number | null,
): context & OnBehalf {
  return { ...context, network: () => context.networkOf(account) }
}
