import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { FaultError } from '../../../errors.ts'
import type { FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import type { Line, LineEvent, Switchboard, VoiceProvider } from '../provider.ts'
import { addressesOf, conversation } from './addresses.ts'
import { createCall, type FoundCall, lookUpCall } from './create.ts'
import { nextPollAt } from './follow-times.ts'
import { changeCall } from './live-update.ts'
import { eventsOf } from './status.ts'

/** Provider name stored with an account's calls. */
export const telephoneName = (account: string): string => `form-api:${account}`

/** Stored data about one call at a provider. */
export interface Leg {
  /** Unguessable part of its URLs. */
  readonly ref: string
  /** Null until the provider's call id is known. */
  readonly sid: string | null
  /** Numbers, E.164, and time limits, s, with which it was dialled. */
  readonly from: string
  readonly to: string
  readonly ringingTime: number
  readonly maxDuration: number
  /** Time just before dialling, ms since 1970. */
  readonly begunAt: number
}

/** Persistent store of calls at a provider. */
export interface Legs {
  find(callId: number): Leg | undefined
  /** Records that a call is about to be dialled. Resolves to undefined if that was recorded before. */
  begin(callId: number, leg: Omit<Leg, 'ref' | 'sid'>): Promise<Leg | undefined>
  /** Records the provider's call id; the first one wins. */
  bind(callId: number, sid: string): Promise<void>
  /** Reports whether another call has this id. */
  isTaken(callId: number, sid: string): boolean
}

type Needs = FormApiNeeds & Pick<Context, 'write' | 'log'>

interface Options {
  readonly account: FormApiAccount
  readonly publicUrl: string | undefined
  readonly legs: Legs
  readonly switchboard: Pick<Switchboard, 'line' | 'report'>
  /** Aborts requests in progress. */
  readonly givenUp: AbortSignal
}

/** A provider of telephone calls. */
export interface Telephone extends VoiceProvider {
  /** Records the provider's call id once it is known. A call that has ended in the meantime is hung up. */
  bind(callId: number, sid: string): Promise<unknown>
  /**
   * Polls for the state of a call whose reports may have been lost, and reports it.
   * @returns time of the next poll; undefined if there is nothing left to find out
   */
  follow(callId: number): Promise<Date | undefined>
}

/** Creates a provider of the common form API. A call is dialled at most once, even if the outcome is unknown. */
export function createTelephone(context: Needs, options: Options): Telephone {
  const { account, publicUrl, legs, switchboard, givenUp: signal } = options
  const { now, write, log } = context

  /** Returns false if the call may still be in progress. */
  async function hangUpAs(sid: string): Promise<boolean> {
    const changed = await changeCall(context, account, { sid, change: { kind: 'hang-up' }, signal })
    if (changed.result === 'done' || changed.result === 'over') return true
    log.warn({ fault: changed.error }, 'a telephone call could not be hung up')
    return false
  }

  async function bind(callId: number, sid: string): Promise<boolean> {
    await legs.bind(callId, sid)
    return switchboard.line(callId) !== undefined || hangUpAs(sid)
  }

  async function report(callId: number, events: readonly LineEvent[]): Promise<void> {
    await write((tx) => {
      for (const event of events) switchboard.report(tx, callId, event)
    })
  }

  async function dial(line: Line): Promise<void> {
    const { callId, assistantNumber: from, customerNumber: to, ringingTime, maxDuration } = line
    if (publicUrl === undefined) throw new FaultError(fault('telephone_needs_address'))
    if (from === null || to === null) throw new FaultError(fault('telephone_needs_number'))
    const begunAt = now().getTime()
    const leg = await legs.begin(callId, { from, to, ringingTime, maxDuration, begunAt })
    // Already dialled, perhaps with an unknown outcome: `follow` finds out.
    if (!leg) return
    const { status: statusUrl, verdict: verdictUrl } = addressesOf(publicUrl, leg.ref)
    const twiml = conversation(publicUrl, leg.ref)
    const call = { from, to, twiml, statusUrl, verdictUrl, ringingTime, maxDuration }
    const posted = await createCall(context, account, call, signal)
    if (posted.result === 'refused') throw new FaultError(posted.error)
    if (posted.result === 'accepted') await bind(callId, posted.sid)
    else log.warn({ call: callId, fault: posted.error }, 'it is unknown whether a call was dialled')
  }

  async function ask(callId: number, { sid, from, to, begunAt }: Leg): Promise<FoundCall> {
    try {
      const isTaken = (other: string) => legs.isTaken(callId, other)
      const question = { sid, from, to, createdAt: begunAt, isTaken }
      return await lookUpCall(context, account, question, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FaultError) return { result: 'unclear', error: error.fault }
      throw error
    }
  }

  /** Returns false if the provider may still be dialling. */
  async function note(callId: number, leg: Leg, found: FoundCall): Promise<boolean> {
    if (found.result === 'unclear') return false
    if (found.result === 'absent') {
      await report(callId, [{ kind: 'failed', at: now().getTime() }])
      return true
    }
    await report(callId, eventsOf(found.report, leg.maxDuration))
    return bind(callId, found.report.sid)
  }

  /** Past the maximum duration: whatever became of the call, it is over. */
  async function giveUp(callId: number): Promise<void> {
    const at = now().getTime()
    await report(callId, [
      { kind: 'failed', at },
      { kind: 'hung_up', by: 'limit', at },
    ])
    await ending(callId)()
  }

  function ending(callId: number): () => Promise<void> {
    const sid = legs.find(callId)?.sid
    return async () => {
      if (sid) await hangUpAs(sid)
    }
  }

  return {
    name: telephoneName(account.account),
    dial,
    ending,
    bind,
    async follow(callId) {
      const leg = legs.find(callId)
      if (!leg) return undefined
      const found = await ask(callId, leg)
      const isKnown = await note(callId, leg, found)
      if (isKnown && !switchboard.line(callId)) return undefined
      const next = nextPollAt(leg, now().getTime())
      if (next !== undefined) return new Date(next)
      await giveUp(callId)
      return undefined
    },
  }
}
