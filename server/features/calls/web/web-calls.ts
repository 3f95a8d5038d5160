import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import { isSenderBlocked } from '../../conversations/blocks/blocked.ts'
import { conversationQueries } from '../../conversations/queries.ts'
import { payerOf } from '../../conversations/turns/paid.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { canCallFromWebsite, speechOf } from '../../speech/speech-of.ts'
import type { LiveClock } from '../session/clock.ts'
import { assertFunds, openFunds } from '../session/funds.ts'
import { openRecord } from '../session/record.ts'
import { createTickets } from './tickets.ts'
import { startWebCall, type WebCall } from './web-call.ts'

/** Lateness of the clock of all calls beyond which there is no other call, ms: sound is sent 1.5 s ahead. */
export const MAX_LATENESS_MS = 60

/** Permission of a visitor to speak in a conversation. */
interface Pass {
  readonly visitorId: number
  /** UUID of the conversation. */
  readonly conversation: string
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** The calls that visitors make from websites. */
export interface WebCalls {
  /**
   * Lets a visitor call in a conversation of theirs, or come back to the call that goes on in it.
   * @returns the ticket to its socket
   * @throws AppError for an assistant that hears nobody, a conversation that a person answers, and when all lines are busy
   */
  admit(pass: Pass): string
  /** The call of a ticket; undefined for a ticket that is not good, or a call that cannot be. */
  open(ticket: string, origin: string | undefined): Promise<WebCall | undefined>
  /** The live calls. */
  attended(): Iterable<WebCall>
}

export function createWebCalls(
  context: Context & { readonly turns: Turns },
  clock: LiveClock,
): WebCalls {
  const { db, config, liveCalls } = context
  const conversations = conversationQueries(db)
  const tickets = createTickets<Pass>(context)
  const opening = new Map<number, Promise<WebCall | undefined>>()
  const calls = new Map<number, WebCall>()

  function assertPossible({ visitorId, conversation: uuid }: Pass) {
    const row = conversations.ofVisitor(visitorId, uuid)
    const assistant = row && actingAssistant(db, row)
    if (!row || assistant?.status !== 'active') throw new AppError('conversation_not_found')
    if (isSenderBlocked(context, row)) throw new AppError('visitor_blocked')
    if (calls.has(row.id)) return { row, assistant }
    if (!canCallFromWebsite(context, assistant)) throw new AppError('calls_unavailable')
    assertFunds(context, payerOf(row), speechOf(context, assistant).minutePrice)
    if (row.ai_mode !== 'auto') throw new AppError('person_answers')
    const isBusy =
      liveCalls.count >= config.limits.callsAtOnce || clock.ticker.lateness() > MAX_LATENESS_MS
    if (isBusy) throw new AppError('lines_busy', { headers: { 'Retry-After': '10' } })
    return { row, assistant }
  }

  async function begin(pass: Pass): Promise<WebCall | undefined> {
    const { row, assistant } = assertPossible(pass)
    const funds = await openFunds(context, payerOf(row), speechOf(context, assistant).minutePrice)
    if ('refused' in funds) return undefined
    const opened = await openRecord(context, row, assistant).catch(async (error: unknown) => {
      await funds.close()
      throw error
    })
    const parts = { ...opened, conversation: row, assistant, funds }
    const call = startWebCall(context, { ...parts, ...clock })
    calls.set(row.id, call)
    const forget = liveCalls.add(call)
    void call.finished.then(() => {
      calls.delete(row.id)
      forget()
    })
    return call
  }

  /** Two pages of one visitor may come at once. */
  function opened(pass: Pass, conversationId: number): Promise<WebCall | undefined> {
    const before = opening.get(conversationId)
    if (before) return before
    const call = begin(pass).finally(() => opening.delete(conversationId))
    opening.set(conversationId, call)
    return call
  }

  return {
    admit(pass) {
      assertPossible(pass)
      return tickets.issue(pass)
    },
    async open(ticket, origin) {
      const pass = tickets.redeem(ticket, origin)
      if (!pass) return undefined
      const row = conversations.ofVisitor(pass.visitorId, pass.conversation)
      if (!row) return undefined
      try {
        return calls.get(row.id) ?? (await opened(pass, row.id))
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    },
    attended: () => calls.values(),
  }
}
