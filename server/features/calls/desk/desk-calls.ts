import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import { findConversation } from '../../conversations/find.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import type { Way } from '../web/socket.ts'
import { createTickets } from '../web/tickets.ts'
import type { WebCalls } from '../web/web-calls.ts'
import type { AtDesk, Seat } from './company.ts'

/** Permission of an operator to listen to the call of a conversation. */
interface DeskPass {
  readonly operator: AtDesk & Pick<Operator, 'userId'>
  /** UUID of the conversation. */
  readonly conversation: string
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** Web calls as the desk listens to them. */
export interface DeskCalls {
  /**
   * Lets an operator listen to the call that goes on in a conversation of their account.
   * @returns the ticket to its socket
   * @throws AppError `conversation_not_found`, `call_over`, `listeners_full`
   */
  admit(pass: DeskPass): string
  /** Takes the seat of a ticket; undefined for a ticket that is not good, or a call that has ended or is full. */
  open(ticket: string, origin: string | undefined, way: Way<ListenServerMessage>): Seat | undefined
}

export function createDeskCalls(
  context: Pick<Context, 'db' | 'config' | 'hub' | 'now' | 'randomBytes' | 'liveCalls'>,
  webCalls: Pick<WebCalls, 'ofConversation' | 'all'>,
): DeskCalls {
  const { db, config, hub, liveCalls } = context
  const tickets = createTickets<DeskPass>(context)
  hub.watchDismissals((credential) => {
    for (const call of webCalls.all()) call.dismiss(credential)
  })

  /**
   * The conversation of a call to which somebody may listen.
   * @throws AppError where nobody may
   */
  function placeOf({ operator, conversation }: DeskPass): ConversationRow {
    const row = findConversation(db, operator.userId, conversation)
    const company = liveCalls.ofConversation(row.id)?.company?.()
    if (!company) throw new AppError('call_over')
    const others = company.listeners.filter(({ id }) => id !== operator.operatorId)
    if (others.length >= config.limits.listenersOfCall) throw new AppError('listeners_full')
    return row
  }

  return {
    admit(pass) {
      placeOf(pass)
      return tickets.issue(pass)
    },
    open(ticket, origin, way) {
      const pass = tickets.redeem(ticket, origin)
      if (!pass) return undefined
      try {
        return webCalls.ofConversation(placeOf(pass).id)?.listen(pass.operator, way)
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },
  }
}
