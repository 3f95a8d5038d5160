import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { Context } from '../../../context.ts'
import { callPhrasesFor, type Untaken } from '../../../language/call-phrases.ts'
import { createHoldMusic } from '../../../media/hold-music.ts'
import { createResampler } from '../../../media/resample.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { ParsedNumber } from '../../platform/values/telephone.ts'
import type { FixedWords } from '../answers/briefing.ts'
import { noteOnCall } from '../desk/place.ts'
import { callQueries } from '../queries.ts'
import type { Recorder } from '../session/recorder.ts'
import type { startSession } from '../session/session.ts'
import { isLive } from '../states.ts'
import { endSecondCall, placeSecondCall } from './second-call.ts'
import { type LegState, transferQueries } from './transfer-queries.ts'

/** A person whom an assistant wants to be called before it passes a call on. */
export interface Wish {
  readonly number: ParsedNumber
  /** Id of the account's number that the call comes from; that of the assistant where it has none. */
  readonly fromId: number | undefined
  /** Said to the caller, who waits from then on, unless the assistant finds words of its own. */
  readonly hold: string
  /** Loudness of the music meanwhile, 0 to 100. */
  readonly music: number
  /** First words to the person, and what the assistant says of the caller. */
  readonly briefing: string
  readonly summary: string
  /** Said to the caller when the person takes the call. */
  readonly connected: string
}

/** A caller who may be passed on. */
export interface Caller {
  readonly callId: number
  readonly assistant: AssistantWithLanguage
  /** Time that only goes forward, ms. */
  readonly now: () => number
  readonly session: () => Pick<
    ReturnType<typeof startSession>,
    'take' | 'giveBack' | 'typed' | 'close'
  >
  /** Reports whether everything that was said has been heard. */
  readonly isHeard: () => boolean
  /** Sends 20 ms of music, at 24 kHz, to the caller and to whoever listens. */
  readonly send: (frame: Int16Array) => void
  readonly recorder: Pick<Recorder, 'speak'> | undefined
}

/** A second call that goes on, and how far the caller is. */
interface Going extends Wish {
  readonly transferId: number
  readonly legId: number
  readonly since: number
  stage: 'asked' | 'waiting' | 'connecting'
  hasSpoken: boolean
  lookedAt: number
  connectBy: number
}

/** Between two looks at the second call, ms. */
const LOOK_MS = 250

/** A caller waits so long at most, ms: the person has been called, briefed and asked by then. */
const LONGEST_MS = 150_000

/** A caller who talks over the last words is connected after this time all the same, ms. */
const CONNECT_MS = 8000

/** Stands for what a caller might have said, so that the assistant says what is due. */
const NOTHING_SAID = '…'

/**
 * The warm transfers of one caller: a person is called, the caller waits and hears music, and is connected with the person
 * or goes on with the assistant, which says why.
 */
export function createWarmTransfer(context: Context, options: Caller) {
  const { callId, assistant, now, session, recorder } = options
  const { db, write } = context
  const transfers = transferQueries(db)
  let going: Going | undefined
  let isListening = false
  let due: FixedWords | undefined
  let music: (() => Int16Array) | undefined
  let toRecorder = createResampler(DOWN_RATE, UP_RATE)
  /** Name of the conference that the call goes on in. */
  let conference: string | undefined

  /** Has the assistant say this now. */
  function say(words: FixedWords): void {
    due = words
    if (going?.stage === 'asked') session().typed(NOTHING_SAID)
    else session().giveBack(NOTHING_SAID)
  }

  function wait(current: Going): void {
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

  function look(current: Going): void {
    current.lookedAt = now()
    const outcome = outcomeOf(transfers.state(current.transferId))
    if (outcome === 'accepted') connect(current)
    else if (outcome !== undefined) goOn(current, outcome)
    else if (now() - current.since > LONGEST_MS) goOn(current, 'no-answer')
  }

  function connect(current: Going): void {
    session().take()
    current.stage = 'connecting'
    void note('transfer_accepted', current)
    conference = transfers.ofLeg(current.legId)?.conference
    current.connectBy = now() + CONNECT_MS
    say({ text: current.connected, isLast: true })
  }

  /** Nobody takes the call: the assistant says so, once whatever it says now has been heard. */
  function goOn(current: Going, why: Untaken): void {
    if (current.stage === 'asked' && !(isListening && options.isHeard())) return
    void end(current)
    void note('transfer_failed', current, why)
    going = undefined
    say({ text: callPhrasesFor(assistant.language)[why], isLast: false })
  }

  /** Ends the second call, where it still goes on. */
  async function end({ transferId, legId }: Going): Promise<void> {
    try {
      await write((tx) => transfers.end(tx, transferId, context.now().getTime()))
      await endSecondCall(context, legId)
    } catch (error) {
      context.log.error({ err: error, call: legId }, 'a second call could not be ended')
    }
  }

  async function note(
    kind: 'transfer_accepted' | 'transfer_failed',
    { number }: Going,
    why?: Untaken,
  ): Promise<void> {
    const call = callQueries(db).byId(callId)
    if (!call) return
    const data = { number: number.e164, ...(why && { reason: why }) }
    try {
      await write((tx) => noteOnCall(tx, context, call, { kind, operatorId: null, data }))
    } catch (error) {
      context.log.error({ err: error, call: callId }, 'a transfer could not be noted')
    }
  }

  return {
    /** The assistant wants a person to be called. Resolves to a sentence for the model where that cannot be. */
    async ask(wish: Wish): Promise<string | undefined> {
      const call = callQueries(db).byId(callId)
      if (!call || !isLive(call.status)) return 'The call is over.'
      const placed = await placeSecondCall(context, { call, assistant }, wish)
      if (typeof placed === 'string') return placed
      const since = now()
      const times = { since, lookedAt: since, connectBy: Infinity }
      going = { ...wish, ...placed, ...times, stage: 'asked', hasSpoken: false }
      isListening = false
      return undefined
    },
    /** Words that are due now, in place of an answer. */
    words(): FixedWords | undefined {
      const words = due
      due = undefined
      return words
    },
    /** True while a caller need not be told anything but to wait. */
    isAsked: (): boolean => going !== undefined,
    /** The assistant was heard. */
    spoken(): void {
      if (going) going.hasSpoken = true
    },
    /** The assistant listens from now on, or no longer. */
    listens(now: boolean): void {
      isListening = now
    },
    /** Time has gone by: to be called every 20 ms. */
    tick(): void {
      const current = going
      if (!current) return
      if (current.stage === 'connecting') {
        if (now() >= current.connectBy) session().close('assistant')
        return
      }
      if (current.stage === 'waiting') playMusic()
      else if (isListening && options.isHeard()) wait(current)
      if (now() - current.lookedAt >= LOOK_MS) look(current)
    },
    conference: (): string | undefined => conference,
    /** The call is over, or a person of the desk has it: nobody else need be called. */
    async giveUp(): Promise<void> {
      const current = going
      going = undefined
      conference = undefined
      if (current) await end(current)
    },
  }
}

/** Transfers of a call for which no telephone rings: nobody takes it. */
export const NOBODY_TO_CALL = {
  ask: async (): Promise<string> => 'Nobody takes the call. Say so, and go on helping the caller.',
  words: () => undefined,
  isAsked: () => false,
} satisfies Pick<ReturnType<typeof createWarmTransfer>, 'ask' | 'words' | 'isAsked'>

/** The outcome of a second call; undefined while it is open. */
function outcomeOf(leg: LegState | undefined): Untaken | 'accepted' | undefined {
  if (!leg) return 'failed'
  const { status, answeredBy, acceptedAt, passedOnAt } = leg
  if (isLive(status)) return acceptedAt !== null && passedOnAt !== null ? 'accepted' : undefined
  if (status === 'busy' || status === 'no-answer' || status === 'failed') return status
  return answeredBy === 'machine' ? 'machine' : 'declined'
}
