import { type Clients, startServer } from './server.ts'

/** A Parley that people use in browsers. */
export interface Desk extends Clients {
  /** A fresh one-time sign-in link for a browser. */
  signInLink(): Promise<string>
}

/**
 * Starts a Parley in this process, in memory unless told otherwise, with the pages that were built. `live` starts what
 * ships in a process of its own, which takes twenty times as long.
 */
export const startDesk = (options?: Parameters<typeof startServer>[0]) => startServer(options)
