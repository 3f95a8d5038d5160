import type { SmsProvider } from './provider.ts'
import { createSandbox, SANDBOX } from './sandbox.ts'

/** Registry of the SMS providers of a server. */
export interface SmsProviders {
  /** Provider for new messages. */
  readonly current: SmsProvider
  /** Provider for new messages from a number, by the carrier that sold it: what the Sandbox sold texts through the Sandbox. */
  forCarrier(carrier: string | null): SmsProvider
  /** The provider that sent a message, by the name stored with it; undefined if it is no longer configured. */
  of(name: string): SmsProvider | undefined
  /** Aborts when sends in progress are abandoned. */
  readonly givenUp: AbortSignal
  /** Abandons sends in progress. */
  giveUp(): void
}

interface Options {
  /** Overrides the configured provider. */
  readonly smsProvider?: SmsProvider | undefined
  /** The provider currently configured by the owner. */
  readonly configured: () => SmsProvider | undefined
}

/** Creates the registry: the configured provider, or else the Sandbox, which always answers for its own messages. */
export function createSmsProviders({ smsProvider, configured }: Options): SmsProviders {
  const sandbox = createSandbox()
  const givenUp = new AbortController()
  const current = () => smsProvider ?? configured() ?? sandbox
  return {
    get current() {
      return current()
    },
    forCarrier: (carrier) => (carrier === SANDBOX ? sandbox : current()),
    of: (name) => [current(), sandbox].find((provider) => provider.name === name),
    givenUp: givenUp.signal,
    giveUp: () => givenUp.abort(new Error('Parley is stopping.')),
  }
}
