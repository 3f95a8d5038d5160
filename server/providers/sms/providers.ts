import type { SmsProvider } from './provider.ts'
import { createSandbox } from './sandbox.ts'

/** Registry of the SMS providers of a server. */
export interface SmsProviders {
  /** Sends what is new. */
  readonly current: SmsProvider
  /** The provider that sent a message, by the name kept with it; undefined when it is no longer set up. */
  of(name: string): SmsProvider | undefined
  /** Aborts once nobody waits any more for what is being sent. */
  readonly givenUp: AbortSignal
  /** Stops waiting for what is being sent. */
  giveUp(): void
}

interface Options {
  /** Stands in the place of what is configured. */
  readonly smsProvider?: SmsProvider | undefined
  /** The provider that the owner has set up, as it is now. */
  readonly configured: () => SmsProvider | undefined
}

/** The providers of a server: the one that is set up, else the Sandbox, which still knows what it was given. */
export function createSmsProviders({ smsProvider, configured }: Options): SmsProviders {
  const sandbox = createSandbox()
  const givenUp = new AbortController()
  const current = () => smsProvider ?? configured() ?? sandbox
  return {
    get current() {
      return current()
    },
    of: (name) => [current(), sandbox].find((provider) => provider.name === name),
    givenUp: givenUp.signal,
    giveUp: () => givenUp.abort(new Error('Parley is stopping.')),
  }
}
