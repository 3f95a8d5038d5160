import type { Channel } from './channel.ts'
import { createSandboxChannel } from './sandbox.ts'

/** Registry of the channels of a server. */
export interface Channels {
  /** Channel of new senders with a number. */
  readonly current: Channel
  /** The channel of a sender or a message, by the name stored with it; undefined if it is no longer configured. */
  of(name: string): Channel | undefined
  /** The same, or that of new senders: for what a channel can do, when the sender's own is no longer configured. */
  ofOrCurrent(name: string): Channel
}

interface Options {
  /** Overrides the channel of new senders. */
  readonly channel?: Channel | undefined
  /** A channel that an account has set up, by its name; undefined for the name of any other. */
  readonly configured: (name: string) => Channel | undefined
}

/** Creates the registry; the Sandbox always answers for its own messages. */
export function createChannels({ channel, configured }: Options): Channels {
  const sandbox = createSandboxChannel()
  const current = channel ?? sandbox
  const of = (name: string) =>
    [current, sandbox].find((known) => known.name === name) ?? configured(name)
  return { current, of, ofOrCurrent: (name) => of(name) ?? current }
}
