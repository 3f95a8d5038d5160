import { onTestFinished } from 'vitest'
import { setSmsProvider, updateSmsPolicy } from '#contracts/sms-provider.ts'
import { createClock } from './clock.ts'
import { allowing, startServer } from './server.ts'
import { readyToSend } from './sms.ts'
import { ACCOUNT, startSmsProviderStandIn, TOKEN } from './sms-provider-stand-in.ts'

/** Public address of the server in these tests. */
export const PUBLIC_URL = 'https://chat.example.com'

type Options = Parameters<typeof startServer>[0]

/** A server that sends through a provider stand-in over HTTP, with both on one clock that the test advances. */
export async function serverWithProvider(options: Options = {}) {
  const clock = createClock()
  const provider = await startSmsProviderStandIn({ now: clock.outside.now })
  onTestFinished(provider.close)
  const server = await startServer({
    ...allowing(provider.host),
    ...options,
    outside: { ...clock.outside, ...options.outside },
  })
  const from = await readyToSend(server)
  await server.call(setSmsProvider, {
    body: { url: provider.url, account: ACCOUNT, token: TOKEN },
  })
  await server.call(updateSmsPolicy, { body: { countries: ['US', 'DE'], daily_cap: 1000 } })
  /** Calls the server as the provider does, with its signature. */
  const report = (path: string, fields: Readonly<Record<string, string>>) =>
    fetch(`${server.url}${path}`, provider.signed(`${PUBLIC_URL}${path}`, fields))
  return { ...server, clock, provider, from, report }
}
