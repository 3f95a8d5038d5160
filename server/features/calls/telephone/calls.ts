import type { WebSocket } from 'ws'
import { type Context, newSecret } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { createStream } from '../../../providers/voice/form-api/stream.ts'
import type { Target } from '../../../providers/voice/form-api/twiml.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { speechOf } from '../../speech/speech-of.ts'
import { hangUp as hangUpCall } from '../lifecycle.ts'
import { lineOf } from '../line.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { atMost } from '../session/at-most.ts'
import type { LiveClock } from '../session/clock.ts'
import { openFunds } from '../session/funds.ts'
import { createSwitchboard } from '../switchboard.ts'
import { startTelephoneCall, type TelephoneCall } from './call.ts'
import { waitedFor } from './colleague.ts'
import { payerOnTelephone } from './payer.ts'
import { telephoneQueries } from './queries.ts'
import { legOf } from './report.ts'
import { telephoneOf } from './telephone-of.ts'
import { transferQueries } from './transfer-queries.ts'

/** Timeout for the `start` message of a stream, ms. */
const START_MS = 5000

/** Timeout for playing the last words before the call is hung up, ms. */
const LAST_WORDS_TIMEOUT_MS = 1000

/** Maximum backlog of outgoing audio, bytes: after 4 s, as text, the connection counts as lost. */
const MAX_BACKLOG = 4 * 12_000

/** The live telephone calls of this process. */
export interface TelephoneCalls {
  /** Reports whether a call is live and still waiting for its stream. */
  isAwaited(callId: number): boolean
  /** Serves the stream of a call. */
  serve(stream: Arrival): void
  /** The live calls. */
  attended(): Iterable<TelephoneCall>
  /** An answering machine took a call and finished its greeting. */
  greetingIsOver(callId: number): void
  /** Takes the target to which a call is transferred; undefined the second time. */
  takeTarget(callId: number): Target | undefined
}

interface Arrival {
  readonly socket: WebSocket
  readonly account: FormApiAccount
  readonly callId: number
  readonly ref: string
}

export function createTelephoneCalls(context: Context, clock: LiveClock): TelephoneCalls {
  const { log, sleep, liveCalls } = context
  /** Calls with a stream; undefined before its `start` message. */
  const calls = new Map<number, TelephoneCall | undefined>()
  /** Targets of transferred calls until the provider asks for them. */
  const targets = new Map<number, Target>()

  function serve({ socket, account, callId, ref }: Arrival): void {
    const waiting = new AbortController()
    let call: TelephoneCall | undefined
    let isOver = false
    calls.set(callId, undefined)

    const stream = createStream({
      now: clock.now,
      send(text) {
        if (socket.bufferedAmount > MAX_BACKLOG) socket.terminate()
        else if (socket.readyState === socket.OPEN) socket.send(text)
      },
      isExpected: ({ accountSid, callSid }) =>
        accountSid === account.account && legOf(context, ref, callSid) !== undefined,
      onStart({ callSid }) {
        waiting.abort()
        start(callSid).catch((error: unknown) => {
          log.error({ err: error, call: callId }, 'a telephone call could not be begun')
          socket.close()
        })
      },
      onFrame: (frame) => call?.hear(frame),
      onDigit: (digit) => call?.digit(digit),
      onMark: (utterance, ms) => call?.mark(utterance, ms),
      onEnd() {
        isOver = true
        void call?.close('customer')
        socket.close()
      },
    })

    async function start(sid: string): Promise<void> {
      await telephoneOf(context, account).bind(callId, sid)
      await answered(context, callId)
      const stored = callQueries(context.db).byId(callId)
      const assistant = stored && actingAssistant(context.db, stored)
      // It may have ended in the meantime.
      if (isOver || stored?.status !== 'in-progress' || !assistant) socket.close()
      else await begin(stored, assistant)
    }

    async function begin(stored: StoredCall, assistant: AssistantWithLanguage): Promise<void> {
      const { max_duration: maxDuration, turn_count: turn } = stored
      const transfer = waitedFor(context, stored)
      if (transfer === 'nobody') return await endUnwanted()
      const { minutePrice } = speechOf(context, assistant)
      const owner = { id: stored.assistant_id, user_id: stored.user_id }
      const funds = await openFunds(context, payerOnTelephone(owner), minutePrice)
      if ('refused' in funds) return await endUnpaid()
      if (isOver || !lineOf(context, callId)) {
        socket.close()
        return await funds.close()
      }
      // Turns before a transfer are already recorded.
      const recording = turn === 0 ? stored.recording : null
      const facts = { callId, maxDuration, recording, turn, assistant, funds, transfer }
      call = startTelephoneCall(context, { ...facts, stream, ...clock })
      calls.set(callId, call)
      await carry(call)
    }

    /** Ends a call whose first minute cannot be paid. */
    async function endUnpaid(): Promise<void> {
      log.warn({ call: callId }, 'a telephone call was ended: its speech cannot be paid for')
      await endUnwanted()
    }

    async function endUnwanted(): Promise<void> {
      const at = context.now().getTime()
      await context.write((tx) => {
        hangUpCall(tx, context, callId, { status: 'ended', by: null, at })
      })
      socket.close()
      await hangUp(account, callId)
    }

    /** Runs a call to its end. */
    async function carry(current: TelephoneCall): Promise<void> {
      const forget = liveCalls.add(current)
      const reason = await current.finished
      forget()
      // Our clock may run ahead of the telephone's.
      if (reason !== 'customer') await atMost(context, LAST_WORDS_TIMEOUT_MS, stream.played())
      calls.delete(callId)
      const target = current.target()
      if (target !== undefined) targets.set(callId, target)
      // Once the stream is closed, the provider asks for further instructions.
      socket.close()
      if (reason !== 'customer' && target === undefined) await hangUp(account, callId)
    }

    socket.on('message', (data) => stream.receive(String(data)))
    socket.on('close', () => {
      waiting.abort()
      stream.close()
      if (!call) calls.delete(callId)
    })
    // Its close follows.
    socket.on('error', () => {})
    sleep(START_MS, waiting.signal).then(
      () => socket.terminate(),
      () => undefined,
    )
  }

  /** Hangs up; without its stream the call ends anyway, so failures are only logged. */
  async function hangUp(account: FormApiAccount, callId: number): Promise<void> {
    try {
      await telephoneOf(context, account).ending(callId)()
    } catch (error) {
      log.warn({ err: error, call: callId }, 'a telephone call could not be hung up')
    }
  }

  return {
    isAwaited: (callId) => !calls.has(callId) && lineOf(context, callId) !== undefined,
    serve,
    attended: () => [...calls.values()].filter((call) => call !== undefined),
    greetingIsOver: (callId) => calls.get(callId)?.greetingIsOver(),
    takeTarget(callId) {
      const target = targets.get(callId)
      targets.delete(callId)
      return target
    },
  }
}

/** Records that a call was answered: the stream proves it, sometimes before the provider's report. */
async function answered(context: Context, callId: number): Promise<void> {
  const switchboard = createSwitchboard(context)
  const at = context.now().getTime()
  // Callers are human; for outbound calls, machine detection decides.
  const calls = callQueries(context.db)
  const stored = calls.byId(callId)
  const by = stored?.type === 'inbound' ? 'human' : 'unknown'
  const assistant = stored && assistantQueries(context.db).byId(stored.assistant_id)
  const isRecorded = assistant?.record === 1 && !transferQueries(context.db).ofLeg(callId)
  const recording = isRecorded ? `${newSecret(context)}.wav` : undefined
  await context.write((tx) => {
    switchboard.report(tx, callId, { kind: 'ringing', at })
    switchboard.report(tx, callId, { kind: 'answered', by, at })
    if (recording !== undefined) calls.keepRecording(tx, callId, recording)
    telephoneQueries(context.db).passOn(tx, callId, null)
  })
}
