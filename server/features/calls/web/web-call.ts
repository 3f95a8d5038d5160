import type { CallCompany } from '#contracts/ongoing-calls.ts'
import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceClientMessage, VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import { LEAD_MS } from '../../../media/playout.ts'
import type { Ticker } from '../../../media/ticker.ts'
import { createBrowserTranscriber } from '../../../providers/speech/browser/transcriber.ts'
import type { Transcriber } from '../../../providers/speech/hear.ts'
import type { LiveCall } from '../../../realtime/live-calls.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { presentTurn } from '../../conversations/messages/present.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import type { Transfer } from '../../conversations/tools/assistant-transfer.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { toolsOf } from '../../conversations/turns/turn-input.ts'
import { speechOf } from '../../speech/speech-of.ts'
import { type Briefing, briefingIn } from '../answers/briefing.ts'
import { engineOf } from '../answers/engine.ts'
import { createSuccession } from '../answers/succession.ts'
import { createWhispers } from '../answers/whispers.ts'
import { attend } from '../desk/attend.ts'
import type { Attended } from '../desk/company.ts'
import { placeInConversation } from '../desk/place.ts'
import { hasOpening } from '../opening.ts'
import { createFillers } from '../session/fillers.ts'
import type { Funds } from '../session/funds.ts'
import { createRecorder } from '../session/recorder.ts'
import { createScribe } from '../session/scribe.ts'
import { startSession } from '../session/session.ts'
import { ambienceOf, turnSettings } from '../session/settings.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'
import { type Connection, createLink, type Place } from './link.ts'

/** A web call, which may change its connection on the way. */
export interface WebCall extends LiveCall, Attended {
  company(): CallCompany
  /** Carries it on over this connection; the one before is closed. */
  attach(connection: Connection, received?: Place): void
  /** A connection is gone: the visitor has ten seconds to come back with another one. */
  detach(connection: Connection): void
  hear(frame: MicrophoneFrame): void
  receive(message: Exclude<VoiceClientMessage, { type: 'hello' }>): void
  /** Resolves once it has ended and everything is written down. */
  readonly finished: Promise<void>
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

/** Begins a call that is recorded already. */
export function startWebCall(context: Context & { readonly turns: Turns }, start: Start): WebCall {
  const { callId, conversation, assistant, now, ticker, funds } = start
  const { log, sleep } = context
  const conversationId = conversation.id
  const scribe = createScribe(context, { callId, conversationId })
  const place = placeInConversation(context, callId, conversation)
  const whispers = createWhispers()
  const { browserHears } = speechOf(context, assistant)
  const browser = browserHears ? createBrowserTranscriber(context) : undefined
  const onTransfer = (transfer: Transfer) => succession.made(transfer)
  const brief = briefingIn(context, { conversationId, scribe, whispers, onTransfer })
  let engine = engineIn(context, start, brief, browser)
  const succession = createSuccession(context, {
    variables: () => JSON.parse(current().variables),
    acting: () => actingAssistant(context.db, current()),
    start(acting, wrap) {
      engine = engineIn(context, { ...start, assistant: acting }, wrap(brief), browser)
      return engine
    },
  })
  const recorder = recorderOf(context, start)
  const desk = attend(context, {
    place,
    scribe,
    recorder,
    hearing: () => speechOf(context, assistant, funds.spend),
    session: () => session,
    send: (samples) => link.play(samples, 0),
    notify,
    said: (text) => engine.said?.(text),
  })
  const finished = Promise.withResolvers<void>()
  let isMuted = false

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
      browser_hears: browserHears,
    },
    onGone: () => session.hangUp(),
  })

  function notify(message: VoiceServerMessage): void {
    link.notify(message)
    if (message.type === 'ended') end(message.reason)
  }

  function end(reason: VoiceEnd): void {
    desk.end(reason)
    link.close()
    // The recording is complete before the call ends; a failure to store it must not block the end.
    void Promise.resolve(recorder?.end())
      .catch((error: unknown) => {
        log.error({ err: error, call: callId }, 'a recording could not be kept')
      })
      .then(funds.close)
      .then(() => scribe.ended(reason))
      .then(scribe.written)
      .then(finished.resolve)
  }

  /** The conversation as it is now. */
  function current(): ConversationRow {
    return conversationQueries(context.db).byId(conversationId) ?? conversation
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
    successor: succession.next,
    settings: turnSettings(assistant, assistant.max_duration),
    ambience: ambienceOf(assistant, DOWN_RATE),
    hasOpening: hasOpening(assistant),
    send(samples, utterance) {
      link.play(samples, utterance)
      desk.hearAssistant(samples, utterance)
    },
    notify: desk.notify,
    onSpoken: desk.spoken,
    stored: scribe.written,
    onTranscriptionLost: desk.deaf,
    log,
  })

  funds.onCharged(scribe.cost)
  funds.onLast(session.endIn)

  return {
    callId,
    conversationId,
    finished: finished.promise,
    attach: link.attach,
    detach: link.detach,
    hear(frame) {
      if (!isMuted) desk.hearVisitor(frame.samples)
      session.hear(frame)
    },
    receive(message) {
      if (message.type === 'played') {
        link.played(message.utterance, message.ms)
        session.played(message.utterance, message.ms)
      } else if (message.type === 'cleared') session.cleared(message.utterance, message.ms)
      else if (message.type === 'mute') mute(message.on)
      else if (message.type === 'digit') session.digit()
      else if (message.type === 'words') {
        if (!isMuted) browser?.take(message)
      } else session.hangUp()
    },
    typed(text) {
      scribe.typed(text)
      engine.typed?.(text)
      session.typed(text)
    },
    whisper: whispers.add,
    company: desk.company,
    listen: desk.listen,
    dismiss: desk.dismiss,
    dialTurned: desk.dialTurned,
    close(reason) {
      session.close(reason)
      return finished.promise
    },
  }
}

/** The engine of a call that is spoken in a conversation. */
function engineIn(
  context: Context,
  start: Start,
  brief: Briefing,
  transcriber: Transcriber | undefined,
) {
  const { conversation, assistant, funds } = start
  const { historyMessages } = context.config.limits
  const said = messageQueries(context.db).latest(conversation.id, historyMessages)
  return engineOf(context, {
    assistant,
    brief,
    transcriber,
    tools: toolsOf(context, { assistant, conversation, said: '' }),
    // What opened the conversation is what a first call is answered with.
    history: said.length > 1 ? said.map(presentTurn) : [],
    meter: funds.spend,
  })
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
