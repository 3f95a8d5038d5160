import type { CallCompany } from '#contracts/ongoing-calls.ts'
import { DOWN_RATE } from '#contracts/voice-frames.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { createStream } from '../../../providers/voice/form-api/stream.ts'
import type { Target } from '../../../providers/voice/form-api/twiml.ts'
import type { LiveCall } from '../../../realtime/live-calls.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { Transfer } from '../../conversations/tools/assistant-transfer.ts'
import { speechOf } from '../../speech/speech-of.ts'
import type { Briefing } from '../answers/briefing.ts'
import { engineOf } from '../answers/engine.ts'
import { createSuccession } from '../answers/succession.ts'
import { createWhispers } from '../answers/whispers.ts'
import { attend } from '../desk/attend.ts'
import type { Attended } from '../desk/company.ts'
import { placeWithoutConversation } from '../desk/place.ts'
import { hasOpening } from '../opening.ts'
import { callQueries } from '../queries.ts'
import type { LiveClock } from '../session/clock.ts'
import { createFillers } from '../session/fillers.ts'
import type { Funds } from '../session/funds.ts'
import { createScribe } from '../session/scribe.ts'
import { startSession } from '../session/session.ts'
import { ambienceOf, turnSettings } from '../session/settings.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'
import { callVariables } from '../variables.ts'
import { recorderOf } from '../web/web-call.ts'
import { briefingByTelephone, saidOn, telephoneTools } from './answers.ts'
import { briefingAssistant, MAX_BRIEFING_S } from './colleague.ts'
import { collectingOf, createKeypad, keypadWords } from './keypad.ts'
import { createLine } from './line.ts'
import { createPassingOn } from './passing-on.ts'
import { createTones } from './tones.ts'
import type { StoredTransfer } from './transfer-queries.ts'

/** A live telephone call. */
export interface TelephoneCall extends LiveCall, Attended {
  company(): CallCompany

  /** A frame of the caller at 8 kHz. */
  hear(frame: Int16Array): void
  /** The caller pressed a key. */
  digit(digit: string): void
  /** The provider returned a mark. */
  mark(utterance: number, ms: number): void
  /** An answering machine finished its greeting and is recording. */
  greetingIsOver(): void
  /** Resolves with the reason once it ended and everything is stored. */
  readonly finished: Promise<VoiceEnd>
  /** Target of the transfer, if the assistant ended the call for one. */
  target(): Target | undefined
}

interface Start extends LiveClock {
  readonly callId: number
  /** Maximum duration, s. */
  readonly maxDuration: number
  /** Name of its recording; null for none. */
  readonly recording: string | null
  /** Number of earlier turns, if the call returned from a transfer. */
  readonly turn: number
  readonly assistant: AssistantWithLanguage
  readonly stream: Pick<ReturnType<typeof createStream>, 'play' | 'clear' | 'tick'>
  /** Money for its speech. */
  readonly funds: Funds
  /** The transfer to which it belongs as the second call. */
  readonly transfer?: StoredTransfer | undefined
}

/** Placeholder for the words of a machine, which is answered once its greeting ends. */
const MACHINE = '…'

/** Starts the session of an answered call. */
export function startTelephoneCall(context: Context, start: Start): TelephoneCall {
  const { callId, stream, now, ticker, funds, transfer } = start
  const assistant = transfer ? briefingAssistant(start.assistant) : start.assistant
  const maxDuration = transfer ? MAX_BRIEFING_S : start.maxDuration
  const waits = assistant.wait_for_customer === 1
  const scribe = createScribe(context, { callId, turn: start.turn })
  let target: Target | undefined
  const finished = Promise.withResolvers<VoiceEnd>()
  const recorder = recorderOf(context, start)
  const tones = createTones({ now, send: (frame) => stream.play(frame, 0), recorder })
  const line = createLine({ now, stream, listener: () => listener, isBusy: tones.isPlaying })
  const whispers = createWhispers()
  const passing = createPassingOn(context, {
    callId,
    assistant,
    transfer,
    now,
    recorder,
    session: () => session,
    isHeard: line.isFree,
    send(frame) {
      line.speak(frame)
      desk.hearAssistant(frame, 0)
    },
  })
  const { warm, colleague } = passing
  const toAssistant = { endsAnswer: true, made: (to: Transfer) => succession.made(to) }
  const place = { ...passing, toAssistant, callId, scribe, whispers, press: tones.press }
  const brief = briefingByTelephone(context, place)
  const first = { assistant, place, brief: colleague?.brief(brief) ?? brief }
  let engine = engineOnTelephone(context, start, first)
  const succession = successionOn(context, callId, (acting, wrap) => {
    engine = engineOnTelephone(context, start, { assistant: acting, place, brief: wrap(brief) })
    return engine
  })
  const desk = attend(context, {
    place: placeWithoutConversation(context, callId, assistant.user_id),
    scribe,
    recorder,
    hearing: () => speechOf(context, assistant, funds.spend),
    session: () => session,
    send: line.speak,
    notify,
    said: (text) => engine.said?.(text),
  })

  function hear(frame: MicrophoneFrame): void {
    desk.hearVisitor(frame.samples)
    session.hear(frame)
  }

  function notify(message: VoiceServerMessage): void {
    line.take(message)
    passing.take(message)
    if (message.type === 'ended') end(message.reason)
  }

  function end(reason: VoiceEnd): void {
    keypad?.stop()
    tones.stop()
    desk.end(reason)
    if (reason === 'assistant') target = passing.next()
    const isPassedOn = passing.end(target)
    // The recording is complete before the call ends; a failure to store it must not block the end.
    void Promise.resolve(recorder?.end())
      .catch((error: unknown) => {
        context.log.error({ err: error, call: callId }, 'a recording could not be kept')
      })
      .then(() => isPassedOn)
      .then(funds.close)
      // A transferred call ends when the two parties have finished.
      .then(() => (target === undefined ? scribe.ended(reason) : undefined))
      .then(scribe.written)
      .then(() => finished.resolve(reason))
  }

  const session = startSession({
    ...engine,
    now,
    everyTick: (listener) =>
      ticker.add(() => {
        stream.tick()
        listener()
        line.tick()
        tones.tick(line.isFree())
        warm.tick()
      }),
    filler: createFillers(JSON.parse(assistant.filler_config)),
    successor: succession.next,
    recorder,
    settings: turnSettings(assistant, maxDuration),
    ambience: ambienceOf(assistant, DOWN_RATE),
    hasOpening: transfer !== undefined || (start.turn > 0 ? !waits : hasOpening(assistant)),
    send(samples, utterance) {
      line.play(samples, utterance)
      desk.hearAssistant(samples, utterance)
    },
    notify: desk.notify,
    onSpoken(spoken, at, explained) {
      if (spoken.speaker === 'assistant') warm.spoken()
      desk.spoken(spoken, at, explained)
    },
    stored: scribe.written,
    onTranscriptionLost: desk.deaf,
    log: context.log,
  })

  const collecting = collectingOf(JSON.parse(assistant.tools))
  const keypad = collecting && createKeypad(context, collecting, typed)

  /** Treats digits as the caller's words. */
  function typed(digits: string): void {
    const content = keypadWords(digits)
    desk.spoken({ speaker: 'customer', content }, recorder?.place())
    engine.typed?.(content)
    session.typed(content)
  }

  const listener = { ...session, hear }
  funds.onCharged(scribe.cost)
  funds.onLast(session.endIn)

  return {
    callId,
    conversationId: undefined,
    finished: finished.promise,
    target: () => target,
    hear: line.hear,
    digit(digit) {
      if (colleague) return colleague.press(digit)
      session.digit()
      keypad?.press(digit)
    },
    mark: line.mark,
    greetingIsOver: () => (colleague ? session.close('assistant') : session.typed(MACHINE)),
    typed: session.typed,
    whisper: whispers.add,
    // The second call of a transfer cannot be transferred itself.
    ...(!colleague && { transfer: passing.transferNow }),
    company: desk.company,
    listen: desk.listen,
    dismiss: desk.dismiss,
    async close(reason) {
      line.report()
      if (reason === 'customer') session.hangUp()
      else session.close(reason)
      await finished.promise
    },
  }
}

interface Speaking {
  readonly assistant: AssistantWithLanguage
  readonly place: Parameters<typeof telephoneTools>[2]
  readonly brief: Briefing
}

/** The engine of an assistant on a telephone call. */
function engineOnTelephone(
  context: Context,
  { callId, funds }: Pick<Start, 'callId' | 'funds'>,
  { assistant, place, brief }: Speaking,
) {
  const call = callQueries(context.db).byId(callId)!
  return engineOf(context, {
    assistant,
    brief,
    tools: telephoneTools(context, { call, assistant }, place),
    history: saidOn(context, callId),
    meter: funds.spend,
  })
}

function successionOn(
  context: Context,
  callId: number,
  start: Parameters<typeof createSuccession>[1]['start'],
) {
  const stored = () => callQueries(context.db).byId(callId)!
  return createSuccession(context, {
    variables: () => callVariables(stored()),
    acting: () => actingAssistant(context.db, stored()),
    start,
  })
}
