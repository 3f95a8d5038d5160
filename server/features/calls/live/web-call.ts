import { DOWN_RATE, encodeDown, UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceClientMessage, VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Ticker } from '../../../media/ticker.ts'
import type { LiveCall } from '../../../realtime/live-calls.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { createCaptions } from './captions.ts'
import type { MicrophoneFrame } from './ear.ts'
import { engineOf } from './engine.ts'
import { createFillers } from './fillers.ts'
import type { Funds } from './funds.ts'
import { createRecorder } from './recorder.ts'
import { createScribe } from './scribe.ts'
import { startSession } from './session.ts'
import { ambienceOf, turnSettings } from './settings.ts'
import { createUnplayed } from './unplayed.ts'
import { createWhispers } from './whispers.ts'

/** The way to a visitor's browser. */
export interface Connection {
  tell(message: VoiceServerMessage): void
  /** Sends sound, unless too much of it waits already. */
  play(frame: ArrayBuffer): void
  close(): void
}

/** A web call, which may change its connection on the way. */
export interface WebCall extends LiveCall {
  /** Carries it on over this connection; the one before is closed. */
  attach(connection: Connection, received?: Place): void
  /** A connection is gone: the visitor has ten seconds to come back with another one. */
  detach(connection: Connection): void
  hear(frame: MicrophoneFrame): void
  receive(message: Exclude<VoiceClientMessage, { type: 'hello' }>): void
  /** Resolves once it has ended and everything is written down. */
  readonly over: Promise<void>
}

/** Place of a frame of the assistant. */
interface Place {
  readonly utterance: number
  readonly sequence: number
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

/** A call whose connection is lost waits so long for another one, ms. */
const COMES_BACK_MS = 10_000

/** Messages that wait for a connection at most: who does not come back needs none. */
const MOST_UNTOLD = 200

/** Sound is sent so far ahead of its playing, ms. */
const LEAD_MS = 400

/** Begins a call that is recorded already. */
export function startWebCall(context: Context, start: Start): WebCall {
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
  const engine = engineOf(context, {
    conversation,
    assistant,
    scribe,
    whispers,
    meter: funds.spend,
  })
  const recorder = recorderOf(context, start)
  const over = Promise.withResolvers<void>()
  let connection: Connection | undefined
  let lost = new AbortController()
  const unplayed = createUnplayed()
  let place: Place = { utterance: 0, sequence: 0 }
  /** Messages to be told once there is a connection again. */
  let untold: VoiceServerMessage[] = []
  let state: VoiceServerMessage | undefined

  function tell(message: VoiceServerMessage): void {
    if (message.type === 'state') state = message
    if (message.type === 'clear') unplayed.cleared(message.utterance)
    if (message.type === 'said') captions.show(message)
    if (connection) connection.tell(message)
    else untold = [...untold, message].slice(-MOST_UNTOLD)
    if (message.type === 'ended') end(message.reason)
  }

  function end(reason: VoiceEnd): void {
    captions.end()
    lost.abort()
    connection?.close()
    connection = undefined
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

  const session = startSession({
    ...engine,
    now,
    // Without a connection nothing is said, and nothing that was said counts as heard.
    everyTick: (listener) =>
      ticker.add(() => {
        if (connection) listener()
      }),
    recorder,
    filler: createFillers(JSON.parse(assistant.filler_config)),
    settings: turnSettings(assistant, assistant.max_duration),
    ambience: ambienceOf(assistant, DOWN_RATE),
    hasGreeting: assistant.initial_message.trim() !== '',
    send(samples, utterance) {
      // Sound between utterances is not sent again.
      if (utterance === 0) {
        connection?.play(encodeDown({ utterance, sequence: 0, samples }))
        return
      }
      const sequence = place.utterance === utterance ? place.sequence + 1 : 0
      place = { utterance, sequence }
      const bytes = encodeDown({ utterance, sequence, samples })
      unplayed.sent({ ...place, bytes })
      connection?.play(bytes)
    },
    tell,
    onSpoken(spoken, place) {
      scribe.spoken(spoken, place)
      captions.settle(spoken.speaker === 'customer' ? 'visitor' : 'assistant')
    },
    log,
  })

  funds.onCharged(scribe.cost)
  funds.onLast(session.endIn)

  return {
    callId,
    conversationId,
    over: over.promise,
    attach(next, received) {
      lost.abort()
      connection?.close()
      connection = next
      next.tell({
        type: 'ready',
        conversation_id: conversation.uuid,
        call_id: callId,
        rates: { up: UP_RATE, down: DOWN_RATE },
        lead_ms: LEAD_MS,
        hears: engine.transcriber !== undefined,
        speaks: true,
      })
      for (const message of untold) next.tell(message)
      untold = []
      if (state) next.tell(state)
      for (const { bytes } of unplayed.after(received)) next.play(bytes)
    },
    detach(gone) {
      if (connection !== gone) return
      connection = undefined
      lost = new AbortController()
      sleep(COMES_BACK_MS, lost.signal).then(session.hangUp, () => undefined)
    },
    hear: session.hear,
    receive(message) {
      if (message.type === 'played') {
        unplayed.played(message.utterance, message.ms)
        session.played(message.utterance, message.ms)
      } else if (message.type === 'cleared') session.cleared(message.utterance, message.ms)
      else if (message.type === 'mute') session.mute(message.on)
      else if (message.type === 'digit') session.digit()
      else session.hangUp()
    },
    typed(text) {
      scribe.typed(text)
      engine.typed?.(text)
      session.typed(text)
    },
    whisper: whispers.add,
    close(reason) {
      session.close(reason)
      return over.promise
    },
  }
}

/** The recorder of a call; undefined where the assistant wants no recording. */
export function recorderOf(
  { recordings }: Context,
  { recording, assistant, now }: Pick<Start, 'recording' | 'assistant' | 'now'>,
) {
  if (recording === null) return undefined
  const begin = (header: Uint8Array) => recordings.grow(recording, header)
  return createRecorder({ now, begin, ambience: ambienceOf(assistant, UP_RATE) })
}
