import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import { findCall } from '../find.ts'
import type { MessageChannel } from '../web/socket.ts'
import { createTickets } from '../web/tickets.ts'
import type { AtDesk, Attended, ListenerSession } from './company.ts'

/** An operator's permission to listen to a call. */
interface DeskPass {
  readonly operator: AtDesk & Pick<Operator, 'userId'>
  readonly callId: number
  /** Origin of the requesting page. */
  readonly origin: string | undefined
}

/** Live calls that the desk can join, from websites and by telephone. */
export interface DeskCalls {
  /**
   * Admits an operator to a live call of their account.
   * @returns the ticket for its socket
   * @throws AppError `call_not_found`, `call_over`, `listeners_full`
   */
  admit(pass: DeskPass): string
  /** Redeems a ticket; undefined if it is invalid, or the call has ended or is full. */
  open(
    ticket: string,
    origin: string | undefined,
    way: MessageChannel<ListenServerMessage>,
  ): ListenerSession | undefined
}

/** The live calls of one kind. */
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
   * Asserts that an operator may listen to a call.
   * @throws AppError if they may not
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
