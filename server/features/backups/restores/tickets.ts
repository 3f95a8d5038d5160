import { type Context, newSecret } from '../../../context.ts'
import type { Db } from '../../../db/open.ts'

/** Purpose of a one-time URL. */
export interface Ticket {
  readonly kind: 'export' | 'restore'
  readonly passphrase: string | undefined
  readonly expiresAt: number
}

/** A checked archive. */
export interface Staged {
  readonly id: string
  /** Not signed by this installation. */
  readonly isForeign: boolean
}

/** Lifetime of a one-time URL, ms. */
const LIFETIME_MS = 600_000
/** Maximum number of valid one-time URLs. */
const MAX_TICKETS = 20

interface Desk {
  readonly tickets: Map<string, Ticket>
  /** The archive that was checked last and can be applied. */
  staged: Staged | undefined
}

const desks = new WeakMap<Db, Desk>()

/** The one-time URLs of a server, in memory only because they hold passphrases. */
export function ticketsOf(context: Pick<Context, 'db' | 'now' | 'randomBytes'>) {
  const { db, now } = context
  const desk = desks.get(db) ?? { tickets: new Map(), staged: undefined }
  desks.set(db, desk)
  const { tickets } = desk
  return {
    issue(kind: Ticket['kind'], passphrase: string | undefined) {
      const id = newSecret(context)
      const ticket = { kind, passphrase, expiresAt: now().getTime() + LIFETIME_MS }
      for (const [old, { expiresAt }] of tickets)
        if (tickets.size >= MAX_TICKETS || expiresAt < now().getTime()) tickets.delete(old)
      tickets.set(id, ticket)
      return { id, ...ticket }
    },
    /** Consumes a one-time URL. */
    take(kind: Ticket['kind'], id: string): Ticket | undefined {
      const ticket = tickets.get(id)
      if (ticket?.kind !== kind) return undefined
      tickets.delete(id)
      return ticket.expiresAt < now().getTime() ? undefined : ticket
    },
    stage(staged: Staged | undefined) {
      desk.staged = staged
    },
    staged: (id: string) => (desk.staged?.id === id ? desk.staged : undefined),
  }
}
