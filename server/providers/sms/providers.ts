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
