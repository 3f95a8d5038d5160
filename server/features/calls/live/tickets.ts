import { type Context, newSecret } from '../../../context.ts'
import { hashOf } from '../../../http/principal.ts'

/** Permission of a visitor to speak in a conversation. */
export interface Pass {
  readonly visitorId: number
  /** UUID of the conversation. */
  readonly conversation: string
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** Tickets to the socket of a call, by which nothing of a visitor's token has to be in an address. */
export interface Tickets {
  issue(pass: Pass): string
  /** The pass of a ticket, once; undefined for one that is used, expired or was never issued. */
  redeem(ticket: string): Pass | undefined
}

/** A ticket is good for so long, ms. */
const GOOD_FOR_MS = 30_000

/** Tickets that wait at most; beyond that the oldest is not good any more. */
const MOST = 10_000

interface Kept {
  readonly pass: Pass
  readonly until: number
}

/** Keeps tickets in memory, by their hash: after a restart a page asks for another one. */
export function createTickets(context: Pick<Context, 'now' | 'randomBytes'>): Tickets {
  const kept = new Map<string, Kept>()
  const time = () => context.now().getTime()
  const keyOf = (ticket: string) => hashOf(ticket).toString('hex')

  function tidy(): void {
    // In the order in which they were issued, and so in that in which they expire.
    for (const [key, { until }] of kept) {
      if (until > time() && kept.size < MOST) return
      kept.delete(key)
    }
  }

  return {
    issue(pass) {
      tidy()
      const ticket = newSecret(context)
      kept.set(keyOf(ticket), { pass, until: time() + GOOD_FOR_MS })
      return ticket
    },
    redeem(ticket) {
      const key = keyOf(ticket)
      const found = kept.get(key)
      kept.delete(key)
      return found && found.until > time() ? found.pass : undefined
    },
  }
}
