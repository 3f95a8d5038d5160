import type { SmsProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

/** Who sends the text messages of a server. */
export interface SmsProviders {
  /** Sends what is new. */
  readonly current: SmsProvider
  /** Who sent a message, by the name that was kept with it; undefined when that one is not set up any more. */
  of(name: string): SmsProvider | undefined
  /** Aborts once nobody waits any more for what is being sent. */
  readonly givenUp: AbortSignal
  /** Stops waiting for what is being sent. */
  giveUp(): void
}

/** The providers of a server: the Sandbox, or the one that stands in its place. */
export function createSmsProviders({
  smsProvider = createSandbox(),
}: {
  readonly smsProvider?: SmsProvider | undefined
}): SmsProviders {
  const givenUp = new AbortController()
  return {
    current: smsProvider,
    of: (name) => (name === smsProvider.name ? smsProvider : undefined),
    givenUp: givenUp.signal,
    giveUp: () => givenUp.abort(new Error('Parley is stopping.')),
  }
}
