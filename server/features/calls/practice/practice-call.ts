import type { Turn } from '#contracts/public-chat.ts'
import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { PracticeClientMessage } from '#contracts/voice-practice.ts'
import type { VoiceEnd, VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import { LEAD_MS } from '../../../media/playout.ts'
import type { LiveCall } from '../../../realtime/live-calls.ts'
import { presentExplanation } from '../../conversations/explanations/present.ts'
import type { Briefing } from '../answers/briefing.ts'
import { type Engine, engineOf } from '../answers/engine.ts'
import { createSuccession } from '../answers/succession.ts'
import { explanationOf } from '../explanations/timed.ts'
import { hasOpening } from '../opening.ts'
import type { LiveClock } from '../session/clock.ts'
import { createFillers } from '../session/fillers.ts'
import type { Funds } from '../session/funds.ts'
import { startSession } from '../session/session.ts'
import { ambienceOf, turnSettings } from '../session/settings.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'
import { turnOf } from '../transcript.ts'
import { type Connection, createLink, type Place } from '../web/link.ts'
import { createActing } from './acting.ts'
import { briefingOfDraft, toolsOfDraft } from './briefing.ts'
import type { Draft } from './draft.ts'

/** A call that tries a draft. */
export interface PracticeCall extends LiveCall {
  attach(connection: Connection, received?: Place): void
  detach(connection: Connection): void
  hear(frame: MicrophoneFrame): void
  receive(message: Exclude<PracticeClientMessage, { type: 'hello' }>): void
  /** Resolves once it has ended and is paid for. */
  readonly finished: Promise<void>
}

interface Start extends LiveClock {
  readonly draft: Draft
  /** Money for its speech. */
  readonly funds: Funds
}

/** Id of a call that there is no record of. */
const UNRECORDED = 0

/** Begins a call of which nothing is kept. */
export function startPracticeCall(
  context: Context,
  { draft, funds, now, ticker }: Start,
): PracticeCall {
  const { assistant } = draft
  const history: Turn[] = []
  const acting = createActing(context.db, draft, (transfer) => succession.made(transfer))
  const brief = briefingOfDraft(context, { ...acting, history: () => history })
  let engine = engineNow(brief)
  const succession = createSuccession(context, {
    variables: () => acting.draft().variables,
    acting: () => acting.draft().assistant,
    start(_, wrap) {
      engine = engineNow(wrap(brief))
      return engine
    },
  })
  const finished = Promise.withResolvers<void>()

  const link = createLink({
    ...context,
    ready: {
      type: 'ready',
      conversation_id: null,
      call_id: null,
      rates: { up: UP_RATE, down: DOWN_RATE },
      lead_ms: LEAD_MS,
      hears: engine.transcriber !== undefined,
      speaks: true,
      browser_hears: false,
    },
    onGone: () => session.hangUp(),
  })

  function notify(message: VoiceServerMessage): void {
    link.notify(message)
    if (message.type !== 'ended') return
    link.close()
    void funds.close().then(finished.resolve)
  }

  function engineNow(brief: Briefing): Engine {
    const { assistant, secondaryLanguages } = acting.draft()
    return engineOf(context, {
      assistant,
      secondaryLanguages,
      brief,
      tools: toolsOfDraft(context, acting.draft(), acting.transfers()),
      history: [...history],
      meter: funds.spend,
    })
  }

  function typed(text: string): void {
    notify({ type: 'said', speaker: 'visitor', text, final: true })
    history.push({ role: 'user', content: text })
    engine.typed?.(text)
    session.typed(text)
  }

  const session = startSession({
    ...engine,
    now,
    // Without a connection nothing is said, and nothing that was said counts as heard.
    everyTick: (listener) =>
      ticker.add(() => {
        if (link.isThere()) listener()
      }),
    filler: createFillers(JSON.parse(assistant.filler_config)),
    successor: succession.next,
    settings: turnSettings(assistant, assistant.max_duration),
    ambience: ambienceOf(assistant, DOWN_RATE),
    hasOpening: hasOpening({ ...assistant, record: 0 }),
    send: link.play,
    notify,
    onSpoken(spoken, _, explained) {
      history.push(turnOf(spoken))
      void explained?.then(({ explanation }) =>
        link.tell({
          type: 'explained',
          text: spoken.content,
          explanation: presentExplanation(context.db, explanationOf(spoken, explanation)),
        }),
      )
    },
    log: context.log,
  })
  funds.onLast(session.endIn)

  return {
    callId: UNRECORDED,
    conversationId: undefined,
    finished: finished.promise,
    attach: link.attach,
    detach: link.detach,
    hear: session.hear,
    receive(message) {
      if (message.type === 'played') {
        link.played(message.utterance, message.ms)
        session.played(message.utterance, message.ms)
      } else if (message.type === 'cleared') session.cleared(message.utterance, message.ms)
      else if (message.type === 'mute') session.mute(message.on)
      else if (message.type === 'digit') session.digit()
      else if (message.type === 'text') typed(message.text)
      else session.hangUp()
    },
    typed,
    whisper: () => {},
    close(reason: VoiceEnd) {
      session.close(reason)
      return finished.promise
    },
  }
}
