import { type Context, newSecret } from '../../../context.ts'
import { hashOf } from '../../../http/principal.ts'

/** Permission to open a socket, for one page. */
interface Pass {
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** Tickets to the socket of a call, by which nothing of a token or a session has to be in an address. */
interface Tickets<pass extends Pass> {
  issue(pass: pass): string
  /** The pass of a ticket, once; undefined for one that is used, expired, was never issued, or is of another page. */
  redeem(ticket: string, origin: string | undefined): pass | undefined
}

/** A ticket is good for so long, ms. */
const LIFETIME_MS = 30_000

/** Tickets that wait at most; beyond that the oldest is not good any more. */
const MAX_TICKETS = 10_000

interface Kept<pass> {
  readonly pass: pass
  readonly until: number
}

/** Keeps tickets in memory, by their hash: after a restart a page asks for another one. */
export function createTickets<pass extends Pass>(
  context: Pick<Context, 'now' | 'randomBytes'>,
): Tickets<pass> {
  const kept = new Map<string, Kept<pass>>()
  const time = () => context.now().getTime()
  const keyOf = (ticket: string) => hashOf(ticket).toString('hex')

  function tidy(): void {
    // In the order in which they were issued, and so in that in which they expire.
    for (const [key, { until }] of kept) {
      if (until > time() && kept.size < MAX_TICKETS) return
      kept.delete(key)
    }
  }

  return {
    issue(pass) {
      tidy()
      const ticket = newSecret(context)
      kept.set(keyOf(ticket), { pass, until: time() + LIFETIME_MS })
      return ticket
    },
    redeem(ticket, origin) {
      const key = keyOf(ticket)
      const found = kept.get(key)
      kept.delete(key)
      const isGood = found && found.until > time() && found.pass.origin === origin
      return isGood ? found.pass : undefined
    },
  }
}
