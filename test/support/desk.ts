import type { Call } from '#contracts/client.ts'
import { startServer } from './server.ts'

/** A Parley that people use in browsers. */
export interface Desk {
  readonly url: string
  /** The typed client as the owner. */
  readonly call: Call
  /** A fresh one-time sign-in link for a browser. */
  signInLink(): Promise<string>
}

/**
 * Starts a Parley in this process, in memory unless told otherwise, with the pages that were built. `live` starts what
 * ships in a process of its own, which takes twenty times as long.
 */
export async function startDesk(options?: Parameters<typeof startServer>[0]) {
  const server = await startServer(options)
  return { ...server, signInLink: async () => (await server.server.createSignInLink()).url }
}
