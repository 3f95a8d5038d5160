import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { Context } from '../../../context.ts'
import { callPhrasesFor, type Untaken } from '../../../language/call-phrases.ts'
import { createHoldMusic } from '../../../media/hold-music.ts'
import { createResampler } from '../../../media/resample.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { ParsedNumber } from '../../platform/values/telephone.ts'
import type { FixedWords } from '../answers/briefing.ts'
import { recordOnCall } from '../desk/place.ts'
import { callQueries } from '../queries.ts'
import type { Recorder } from '../session/recorder.ts'
import type { startSession } from '../session/session.ts'
import { isLive } from '../states.ts'
import { endSecondCall, placeSecondCall } from './second-call.ts'
import { type LegState, transferQueries } from './transfer-queries.ts'

/** A colleague to be called before a call is transferred. */
export interface WarmTransferRequest {
  readonly number: ParsedNumber
  /** Id of the caller-ID number; defaults to the assistant's number. */
  readonly fromId: number | undefined
  /** Hold message for the caller, unless the assistant says something itself. */
  readonly hold: string
  /** Volume of the hold music, 0 to 100. */
  readonly music: number
  /** Opening words to the colleague, and the assistant's summary. */
  readonly briefing: string
  readonly summary: string
  /** Said to the caller once the colleague accepts. */
  readonly connected: string
}

/** A caller who may be transferred. */
export interface Caller {
  readonly callId: number
  readonly assistant: AssistantWithLanguage
  /** Time that only goes forward, ms. */
  readonly now: () => number
  readonly session: () => Pick<
    ReturnType<typeof startSession>,
    'take' | 'returnToAssistant' | 'typed' | 'close'
  >
  /** Reports whether everything was played. */
  readonly isHeard: () => boolean
  /** Sends 20 ms of music at 24 kHz to the caller and the listeners. */
  readonly send: (frame: Int16Array) => void
  readonly recorder: Pick<Recorder, 'speak'> | undefined
}

/** A second call in progress and the caller's state. */
interface ActiveTransfer extends WarmTransferRequest {
  readonly transferId: number
  readonly legId: number
  readonly since: number
  stage: 'asked' | 'waiting' | 'connecting'
  hasSpoken: boolean
  checkedAt: number
  connectBy: number
}

/** Polling interval of the second call, ms. */
const POLL_MS = 250

/** Maximum waiting time of a caller, ms: enough to call, brief and ask the colleague. */
const MAX_WAIT_MS = 150_000

/** Timeout after which a caller is connected even if they talk over the last words, ms. */
const CONNECT_MS = 8000

/** Placeholder for a caller's words that makes the assistant say what is due. */
const SILENT_PROMPT = '…'

/**
 * The warm transfers of a caller: a colleague is called while the caller hears music; then the caller is connected
 * or returned to the assistant, which says why.
 */
export function createWarmTransfer(context: Context, options: Caller) {
  const { callId, assistant, now, session, recorder } = options
  const { db, write } = context
  const transfers = transferQueries(db)
  let active: ActiveTransfer | undefined
  let isListening = false
  let due: FixedWords | undefined
  let music: (() => Int16Array) | undefined
  let toRecorder = createResampler(DOWN_RATE, UP_RATE)
  /** Name of the conference in which the call continues. */
  let conference: string | undefined

  /** Makes the assistant say this now. */
  function say(words: FixedWords): void {
    due = words
    if (active?.stage === 'asked') session().typed(SILENT_PROMPT)
    else session().returnToAssistant(SILENT_PROMPT)
  }

  function wait(current: ActiveTransfer): void {
    if (!current.hasSpoken) {
      current.hasSpoken = true
      say({ text: current.hold, isLast: false })
      return
    }
    session().take()
    current.stage = 'waiting'
    music = current.music > 0 ? createHoldMusic(current.music, DOWN_RATE) : undefined
    toRecorder = createResampler(DOWN_RATE, UP_RATE)
  }

  function playMusic(): void {
    const frame = music?.()
    if (!frame) return
    options.send(frame)
    recorder?.speak(toRecorder.push(frame))
  }

  function check(current: ActiveTransfer): void {
    current.checkedAt = now()
    const outcome = outcomeOf(transfers.state(current.transferId))
    if (outcome === 'accepted') connect(current)
    else if (outcome !== undefined) resumeAssistant(current, outcome)
    else if (now() - current.since > MAX_WAIT_MS) resumeAssistant(current, 'no-answer')
  }

  function connect(current: ActiveTransfer): void {
    session().take()
    current.stage = 'connecting'
    void note('transfer_accepted', current)
    conference = transfers.ofLeg(current.legId)?.conference
    current.connectBy = now() + CONNECT_MS
    say({ text: current.connected, isLast: true })
  }

  /** Nobody accepted the call: the assistant says so after its current words. */
  function resumeAssistant(current: ActiveTransfer, reason: Untaken): void {
    if (current.stage === 'asked' && !(isListening && options.isHeard())) return
    void end(current)
    void note('transfer_failed', current, reason)
    active = undefined
    say({ text: callPhrasesFor(assistant.language)[reason], isLast: false })
  }

  /** Ends the second call if it is still in progress. */
  async function end({ transferId, legId }: ActiveTransfer): Promise<void> {
    try {
      await write((tx) => transfers.end(tx, transferId, context.now().getTime()))
      await endSecondCall(context, legId)
    } catch (error) {
      context.log.error({ err: error, call: legId }, 'a second call could not be ended')
    }
  }

  async function note(
    kind: 'transfer_accepted' | 'transfer_failed',
    { number }: ActiveTransfer,
    reason?: Untaken,
  ): Promise<void> {
    const call = callQueries(db).byId(callId)
    if (!call) return
    const data = { number: number.e164, ...(reason && { reason }) }
    try {
      await write((tx) => recordOnCall(tx, context, call, { kind, operatorId: null, data }))
    } catch (error) {
      context.log.error({ err: error, call: callId }, 'a transfer could not be noted')
    }
  }

  return {
    /** Starts a warm transfer. Resolves to a message for the model if that is impossible. */
    async ask(request: WarmTransferRequest): Promise<string | undefined> {
      const call = callQueries(db).byId(callId)
      if (!call || !isLive(call.status)) return 'The call is over.'
      const placed = await placeSecondCall(context, { call, assistant }, request)
      if (typeof placed === 'string') return placed
      const since = now()
      const times = { since, checkedAt: since, connectBy: Infinity }
      active = { ...request, ...placed, ...times, stage: 'asked', hasSpoken: false }
      isListening = false
      return undefined
    },
    /** Words to say now instead of an answer. */
    words(): FixedWords | undefined {
      const words = due
      due = undefined
      return words
    },
    /** True while the caller only has to wait. */
    isAsked: (): boolean => active !== undefined,
    /** The assistant's words were heard. */
    spoken(): void {
      if (active) active.hasSpoken = true
    },
    /** The assistant started or stopped listening. */
    listens(now: boolean): void {
      isListening = now
    },
    /** Advances time; call it every 20 ms. */
    tick(): void {
      const current = active
      if (!current) return
      if (current.stage === 'connecting') {
        if (now() >= current.connectBy) session().close('assistant')
        return
      }
      if (current.stage === 'waiting') playMusic()
      else if (isListening && options.isHeard()) wait(current)
      if (now() - current.checkedAt >= POLL_MS) check(current)
    },
    conference: (): string | undefined => conference,
    /** Gives up: the call ended or an operator has taken it. */
    async giveUp(): Promise<void> {
      const current = active
      active = undefined
      conference = undefined
      if (current) await end(current)
    },
  }
}

/** Warm transfers without a telephone line: nobody ever accepts. */
export const NOBODY_TO_CALL = {
  ask: async (): Promise<string> => 'Nobody takes the call. Say so, and go on helping the caller.',
  words: () => undefined,
  isAsked: () => false,
} satisfies Pick<ReturnType<typeof createWarmTransfer>, 'ask' | 'words' | 'isAsked'>

/** Outcome of a second call; undefined while it is open. */
function outcomeOf(leg: LegState | undefined): Untaken | 'accepted' | undefined {
  if (!leg) return 'failed'
  const { status, answeredBy, acceptedAt, passedOnAt } = leg
  if (isLive(status)) return acceptedAt !== null && passedOnAt !== null ? 'accepted' : undefined
  if (status === 'busy' || status === 'no-answer' || status === 'failed') return status
  return answeredBy === 'machine' ? 'machine' : 'declined'
}
