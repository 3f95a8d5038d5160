import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import { findCall } from '../find.ts'
import type { Way } from '../web/socket.ts'
import { createTickets } from '../web/tickets.ts'
import type { AtDesk, Attended, Seat } from './company.ts'

/** Permission of an operator to listen to a call. */
interface DeskPass {
  readonly operator: AtDesk & Pick<Operator, 'userId'>
  readonly callId: number
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** Calls as the desk listens to them, from websites and by telephone. */
export interface DeskCalls {
  /**
   * Lets an operator listen to a call of their account that goes on.
   * @returns the ticket to its socket
   * @throws AppError `call_not_found`, `call_over`, `listeners_full`
   */
  admit(pass: DeskPass): string
  /** Takes the seat of a ticket; undefined for a ticket that is not good, or a call that has ended or is full. */
  open(ticket: string, origin: string | undefined, way: Way<ListenServerMessage>): Seat | undefined
}

/** Calls of one kind that go on. */
interface Source {
  attended(): Iterable<Attended>
}

export function createDeskCalls(
  context: Pick<Context, 'db' | 'config' | 'hub' | 'now' | 'randomBytes' | 'liveCalls'>,
  sources: readonly Source[],
): DeskCalls {
  const { db, config, hub, liveCalls } = context
  const tickets = createTickets<DeskPass>(context)
  const all = (): Attended[] => sources.flatMap((source) => [...source.attended()])
  hub.watchDismissals((credential) => {
    for (const call of all()) call.dismiss(credential)
  })

  /**
   * Asserts that somebody may listen to a call.
   * @throws AppError where they may not
   */
  function assertRoom({ operator, callId }: DeskPass): void {
    const { id } = findCall(db, operator.userId, callId)
    const company = liveCalls.byId(id)?.company?.()
    if (!company) throw new AppError('call_over')
    const others = company.listeners.filter((one) => one.id !== operator.operatorId)
    if (others.length >= config.limits.listenersOfCall) throw new AppError('listeners_full')
  }

  return {
    admit(pass) {
      assertRoom(pass)
      return tickets.issue(pass)
    },
    open(ticket, origin, way) {
      const pass = tickets.redeem(ticket, origin)
      if (!pass) return undefined
      try {
        assertRoom(pass)
        return all()
          .find(({ callId }) => callId === pass.callId)
          ?.listen(pass.operator, way)
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },
  }
}
