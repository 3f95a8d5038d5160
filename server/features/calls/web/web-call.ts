import type { Actor } from '#contracts/activities.ts'
import type { CallCompany } from '#contracts/ongoing-calls.ts'
import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import type { VoiceClientMessage, VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Ticker } from '../../../media/ticker.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import type { LiveCall } from '../../../realtime/live-calls.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { speechOf } from '../../speech/speech-of.ts'
import { engineOf } from '../answers/engine.ts'
import { createWhispers } from '../answers/whispers.ts'
import { type AtDesk, type CompanyNeeds, createCompany, type Seat } from '../desk/company.ts'
import { createPerson, type Person } from '../desk/person.ts'
import type { MicrophoneFrame } from '../session/ear.ts'
import { createFillers } from '../session/fillers.ts'
import type { Funds } from '../session/funds.ts'
import { createRecorder } from '../session/recorder.ts'
import { createScribe } from '../session/scribe.ts'
import { startSession } from '../session/session.ts'
import { ambienceOf, turnSettings } from '../session/settings.ts'
import { createCaptions } from './captions.ts'
import { type Connection, createLink, type Place } from './link.ts'
import type { Way } from './socket.ts'

/** A web call, which may change its connection on the way. */
export interface WebCall extends LiveCall {
  company(): CallCompany
  /** Somebody at the desk listens from now on. */
  listen(operator: AtDesk, way: Way<ListenServerMessage>): Seat
  /** A key or a session has ended, and so does what it was used for. */
  dismiss(credential: string): void
  /** Carries it on over this connection; the one before is closed. */
  attach(connection: Connection, received?: Place): void
  /** A connection is gone: the visitor has ten seconds to come back with another one. */
  detach(connection: Connection): void
  hear(frame: MicrophoneFrame): void
  receive(message: Exclude<VoiceClientMessage, { type: 'hello' }>): void
  /** Resolves once it has ended and everything is written down. */
  readonly over: Promise<void>
}

interface Start {
  readonly callId: number
  /** Name of its recording; null for none. */
  readonly recording: string | null
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
  /** Time that only goes forward, ms. */
  readonly now: () => number
  readonly ticker: Ticker
  /** Money for its speech. */
  readonly funds: Funds
}

/** Sound is sent so far ahead of its playing, ms. */
const LEAD_MS = 400

/** Begins a call that is recorded already. */
export function startWebCall(context: Context & CompanyNeeds, start: Start): WebCall {
  const { callId, conversation, assistant, now, ticker, funds } = start
  const { log, sleep } = context
  const conversationId = conversation.id
  const scribe = createScribe(context, { callId, conversationId })
  const captions = createCaptions(context, {
    userId: conversation.user_id,
    conversation: conversation.uuid,
    written: scribe.written,
  })
  const whispers = createWhispers()
  const engine = engineOf(context, { ...start, scribe, whispers, meter: funds.spend })
  const recorder = recorderOf(context, start)
  const company = createCompany(context, {
    callId,
    conversation,
    take,
    giveBack,
    close: () => session.close('closed'),
  })
  const over = Promise.withResolvers<void>()
  let isMuted = false
  /** The last that anybody said. */
  let latest: Spoken | undefined

  const link = createLink({
    sleep,
    ready: {
      type: 'ready',
      conversation_id: conversation.uuid,
      call_id: callId,
      rates: { up: UP_RATE, down: DOWN_RATE },
      lead_ms: LEAD_MS,
      hears: engine.transcriber !== undefined,
      speaks: true,
    },
    onGone: () => session.hangUp(),
  })

  function tell(message: VoiceServerMessage): void {
    if (message.type === 'said') captions.show(message)
    company.tell(message)
    link.tell(message)
    if (message.type === 'ended') end(message.reason)
  }

  function end(reason: VoiceEnd): void {
    captions.end()
    company.end(reason)
    link.close()
    // The recording is whole before the call is over; one that cannot be kept does not hold it up.
    void Promise.resolve(recorder?.end())
      .catch((error: unknown) => {
        log.error({ err: error, call: callId }, 'a recording could not be kept')
      })
      .then(funds.close)
      .then(() => scribe.ended(reason))
      .then(scribe.written)
      .then(over.resolve)
  }

  function onSpoken(spoken: Spoken, place: number | undefined): void {
    latest = spoken
    // A model that keeps the conversation itself was not there.
    if (spoken.speaker === 'operator') engine.said?.(spoken.content)
    scribe.spoken(spoken, place)
    captions.settle(CAPTIONED[spoken.speaker])
  }

  function take(operator: Actor): Person {
    session.take()
    tell({ type: 'person', name: operator.name })
    return createPerson({
      ...context,
      // A realtime model hears one voice; a person has the transcriber beside it.
      ...speechOf(context, assistant, funds.spend),
      operator,
      recorder,
      tell,
      onSpoken,
      send(samples) {
        company.hearPerson(samples)
        link.play(samples, 0)
      },
    })
  }

  function giveBack(): void {
    tell({ type: 'person', name: null })
    session.giveBack(latest?.speaker === 'customer' ? latest.content : undefined)
  }

  function mute(on: boolean): void {
    isMuted = on
    session.mute(on)
  }

  const session = startSession({
    ...engine,
    now,
    // Without a connection nothing is said, and nothing that was said counts as heard.
    everyTick: (listener) =>
      ticker.add(() => {
        if (link.isThere()) listener()
      }),
    recorder,
    filler: createFillers(JSON.parse(assistant.filler_config)),
    settings: turnSettings(assistant, assistant.max_duration),
    ambience: ambienceOf(assistant, DOWN_RATE),
    hasGreeting: assistant.initial_message.trim() !== '',
    send(samples, utterance) {
      company.hearAssistant({ ...link.play(samples, utterance), samples })
    },
    tell,
    onSpoken,
    log,
  })

  funds.onCharged(scribe.cost)
  funds.onLast(session.endIn)

  return {
    callId,
    conversationId,
    over: over.promise,
    attach: link.attach,
    detach: link.detach,
    hear(frame) {
      if (!isMuted) company.hearVisitor(frame.samples)
      session.hear(frame)
    },
    receive(message) {
      if (message.type === 'played') {
        link.played(message.utterance, message.ms)
        session.played(message.utterance, message.ms)
      } else if (message.type === 'cleared') session.cleared(message.utterance, message.ms)
      else if (message.type === 'mute') mute(message.on)
      else if (message.type === 'digit') session.digit()
      else session.hangUp()
    },
    typed(text) {
      scribe.typed(text)
      engine.typed?.(text)
      session.typed(text)
    },
    whisper: whispers.add,
    company: company.company,
    listen: company.listen,
    dismiss: company.dismiss,
    dialTurned: company.dialTurned,
    close(reason) {
      session.close(reason)
      return over.promise
    },
  }
}

/** A speaker as captions name them. */
const CAPTIONED = { customer: 'visitor', assistant: 'assistant', operator: 'person' } as const

/** The recorder of a call; undefined where the assistant wants no recording. */
export function recorderOf(
  { recordings }: Context,
  { recording, assistant, now }: Pick<Start, 'recording' | 'assistant' | 'now'>,
) {
  if (recording === null) return undefined
  const begin = (header: Uint8Array) => recordings.grow(recording, header)
  return createRecorder({ now, begin, ambience: ambienceOf(assistant, UP_RATE) })
}
