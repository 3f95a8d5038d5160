import type { TrunkAccess, TrunkProvider } from './trunk-provider.ts'

/** Address that the Sandbox always fails to connect. */
const FAILING_ADDRESS = 'fail.invalid'

/** Built-in provider of trunks: a simulation that connects nobody and uses no network. */
export function createSandboxTrunks({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer
}): TrunkProvider {
  const newId = () => randomBytes(8).toString('hex').toUpperCase()

  return {
    openInbound: async () => `SANDBOX-IN-${newId()}`,
    async openOutbound({ address }: TrunkAccess) {
      if (address.toLowerCase() === FAILING_ADDRESS)
        throw new Error('The Sandbox does not connect this address')
      return `SANDBOX-OUT-${newId()}`
    },
    async close() {},
  }
}
