import type { Context } from '../../../context.ts'
import { createTalk } from '../../../providers/speech/talk.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { presentTurn } from '../../conversations/messages/present.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { toolsOf } from '../../conversations/turns/turn-input.ts'
import type { Meter } from '../../speech/prices.ts'
import { speechOf } from '../../speech/speech-of.ts'
import { soundOfPhrase } from '../session/say.ts'
import type { startSession } from '../session/session.ts'
import { answersOn } from './answers.ts'
import type { AnswerPlace } from './briefing.ts'
import { followLanguage } from './follow-language.ts'
import { apology, soundsOfTalk, wordsOfTalk } from './talk-answers.ts'

type SessionOptions = Parameters<typeof startSession>[0]

/** Parts of a session that hear, think and speak. */
interface Engine
  extends Pick<
    SessionOptions,
    | 'synthesizer'
    | 'voice'
    | 'transcriber'
    | 'listening'
    | 'threshold'
    | 'answer'
    | 'sounds'
    | 'onHeard'
  > {
  /** The visitor has written instead of speaking. */
  readonly typed?: (text: string) => void
  /** Somebody has spoken in place of the assistant. */
  readonly said?: (text: string) => void
}

interface Place extends Omit<AnswerPlace, 'conversationId'> {
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
  /** Hears what is used of services that have a price. */
  readonly meter: Meter
}

/**
 * The engine of an assistant's mode. Without a realtime model that can be used, `multimodal` and `dualplex` hear, think and
 * speak as `pipeline` does.
 */
export function engineOf(
  context: Context,
  { conversation, assistant, meter, ...rest }: Place,
): Engine {
  const speech = speechOf(context, assistant, meter)
  const { voice, conversing } = speech
  const follower = followLanguage(speech)
  const synthesizer = follower.mouth(speech.synthesizer)
  const place = { ...rest, conversationId: conversation.id, language: follower.current }
  if (!conversing) {
    const transcriber = speech.transcriber && follower.ear(speech.transcriber)
    return { ...speech, synthesizer, transcriber, answer: answersOn(context, place) }
  }
  const { historyMessages } = context.config.limits
  const said = messageQueries(context.db).latest(conversation.id, historyMessages)
  const isDualplex = assistant.mode === 'dualplex'
  const talk = createTalk(context, {
    converser: conversing.converser,
    voice: isDualplex ? null : conversing.voice,
    tools: toolsOf(context, { assistant, conversation, said: '' }).map(
      ({ name, description, inputSchema }) => ({
        name,
        description,
        parameters: { ...inputSchema },
      }),
    ),
    // What opened the conversation is what a first call is answered with.
    history: said.length > 1 ? said.map(presentTurn) : [],
    log: context.log,
  })
  const words = wordsOfTalk(context, { ...place, talk })
  const sounds = soundsOfTalk(context, { ...place, talk })
  const engine = {
    synthesizer,
    voice,
    transcriber: follower.ear(talk.transcriber),
    listening: speech.listening,
    threshold: assistant.turn_detection_threshold ?? undefined,
    onHeard: talk.heard,
    typed: talk.typed,
    said: talk.said,
  }
  const lost = (error: unknown): void =>
    context.log.warn({ err: error }, 'a realtime model can no longer be asked')
  return {
    ...engine,
    async *answer(question) {
      try {
        return yield* words(question)
      } catch (error) {
        if (question.signal.aborted) return false
        lost(error)
        yield apology(follower.current())
        return true
      }
    },
    ...(!isDualplex && {
      async *sounds(question, onEnd) {
        try {
          yield* sounds(question, onEnd)
        } catch (error) {
          if (question.signal.aborted) return
          lost(error)
          yield* soundOfPhrase({ synthesizer, voice }, apology(follower.current()), question.signal)
          onEnd(true)
        }
      },
    }),
  }
}
