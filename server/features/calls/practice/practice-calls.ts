import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import { speechOf } from '../../speech/speech-of.ts'
import type { LiveClock } from '../session/clock.ts'
import { assertFunds, openFunds } from '../session/funds.ts'
import { createTickets } from '../web/tickets.ts'
import { MAX_LATENESS_MS } from '../web/web-calls.ts'
import type { Draft } from './draft.ts'
import { type PracticeCall, startPracticeCall } from './practice-call.ts'

/** Permission of an operator to speak with a draft. */
interface Pass {
  readonly operator: Pick<Operator, 'operatorId' | 'credential'>
  readonly draft: Draft
  /** Origin of the page that asked. */
  readonly origin: string | undefined
}

/** Calls that try drafts: one of each operator at a time. */
export interface PracticeCalls {
  /**
   * Lets an operator speak with a draft of an assistant of their account.
   * @returns the ticket to its socket
   * @throws AppError `calls_unavailable` without the money for it, `lines_busy`
   */
  admit(pass: Pass): string
  /** Begins the call of a ticket; undefined for one that is not good, or a call that cannot be. */
  open(ticket: string, origin: string | undefined): Promise<PracticeCall | undefined>
}

export function createPracticeCalls(context: Context, clock: LiveClock): PracticeCalls {
  const { config, hub, liveCalls } = context
  const tickets = createTickets<Pass>(context)
  /** Calls by operator, with what let them in. */
  const calls = new Map<number, { readonly call: PracticeCall; readonly credential: string }>()
  hub.watchDismissals((credential) => {
    for (const one of calls.values())
      if (one.credential === credential) void one.call.close('closed')
  })

  function assertPossible({ assistant }: Draft): void {
    assertFunds(context, payerOf(assistant), speechOf(context, assistant).minutePrice)
    const isBusy =
      liveCalls.count >= config.limits.callsAtOnce || clock.ticker.lateness() > MAX_LATENESS_MS
    if (isBusy) throw new AppError('lines_busy', { headers: { 'Retry-After': '10' } })
  }

  return {
    admit(pass) {
      assertPossible(pass.draft)
      return tickets.issue(pass)
    },
    async open(ticket, origin) {
      const pass = tickets.redeem(ticket, origin)
      if (!pass) return undefined
      const { draft, operator } = pass
      const { assistant } = draft
      const funds = await openFunds(
        context,
        payerOf(assistant),
        speechOf(context, assistant).minutePrice,
      )
      if ('refused' in funds) return undefined
      await calls.get(operator.operatorId)?.call.close('closed')
      const call = startPracticeCall(context, { draft, funds, ...clock })
      const entry = { call, credential: operator.credential }
      calls.set(operator.operatorId, entry)
      const forget = liveCalls.add(call)
      void call.finished.then(() => {
        forget()
        if (calls.get(operator.operatorId) === entry) calls.delete(operator.operatorId)
      })
      return call
    },
  }
}

const payerOf = ({ id, user_id }: Draft['assistant']): Payer => ({
  userId: user_id,
  assistantId: id,
  conversationId: null,
  visitorId: null,
})
