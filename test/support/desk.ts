import { type Clients, startServer } from './server.ts'

/** A Parley that people use in browsers. */
export interface Desk extends Clients {
  /** A fresh one-time sign-in link for a browser. */
  signInLink(): Promise<string>
}

/**
 * Starts a Parley in this process, in memory by default, with the built pages. `live` starts the shipped
 * build in its own process, which takes twenty times as long.
 */
export const startDesk = (options?: Parameters<typeof startServer>[0]) => startServer(options)
