import type { Turn } from '#contracts/public-chat.ts'
import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import type { Transcriber } from '../../../providers/speech/hear.ts'
import { createTalk } from '../../../providers/speech/talk.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import type { OfferedTool } from '../../conversations/tools/offered.ts'
import type { Meter } from '../../speech/prices.ts'
import { type Speech, speechOf } from '../../speech/speech-of.ts'
import { soundOfPhrase } from '../session/say.ts'
import type { startSession } from '../session/session.ts'
import { answersOn } from './answers.ts'
import type { Briefing } from './briefing.ts'
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

interface Place {
  readonly assistant: AssistantWithLanguage
  /** Two letters each; those that are stored unless said otherwise. */
  readonly secondaryLanguages?: readonly string[]
  readonly brief: Briefing
  /** Hears in place of the service of the assistant, unless a realtime model does. */
  readonly transcriber?: Transcriber | undefined
  /** Functions that a realtime model is told of as the call begins. */
  readonly tools: readonly Pick<OfferedTool, 'name' | 'description' | 'inputSchema'>[]
  /** Turns that were spoken before, oldest first. */
  readonly history: readonly Turn[]
  /** Hears what is used of services that have a price. */
  readonly meter: Meter
}

/**
 * The engine of an assistant's mode. Without a realtime model that can be used, `multimodal` and `dualplex` hear, think and
 * speak as `pipeline` does.
 */
export function engineOf(
  context: Context,
  { assistant, secondaryLanguages, tools, history, meter, ...place }: Place,
): Engine {
  const speech = speaking(speechOf(context, assistant, meter), assistant, secondaryLanguages)
  const brief = endingWhereDue(place.brief)
  const { voice, conversing } = speech
  const follower = followLanguage(speech)
  const synthesizer = follower.mouth(speech.synthesizer)
  if (!conversing) {
    const own = place.transcriber ?? speech.transcriber
    const transcriber = own && follower.ear(own)
    const answer = answersOn(context, brief, follower.current)
    return { ...speech, synthesizer, transcriber, answer }
  }
  const isDualplex = assistant.mode === 'dualplex'
  const talk = createTalk(context, {
    converser: conversing.converser,
    voice: isDualplex ? null : conversing.voice,
    tools: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      parameters: { ...inputSchema },
    })),
    history,
    log: context.log,
  })
  const asking = { talk, brief, language: follower.current }
  const words = wordsOfTalk(context, asking)
  const sounds = soundsOfTalk(context, asking)
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

/** A briefing for last words, where the call has to end: they are known beforehand. */
const endingWhereDue =
  (brief: Briefing): Briefing =>
  async (question, language) => {
    const briefed = await brief(question, language)
    if (!briefed || !question.ending) return briefed
    const { overBudget, unavailable } = phrasesFor(language)
    const spent = briefed.assistant.over_budget_message ?? overBudget
    const text = question.ending === 'spent' ? spent : unavailable
    return { ...briefed, fixed: { text, isLast: true } }
  }

/** Speech in the languages of an assistant, where others than the stored ones are meant. */
function speaking(
  speech: Speech,
  { language }: AssistantWithLanguage,
  others: readonly string[] | undefined,
): Speech {
  if (!others) return speech
  return { ...speech, listening: { ...speech.listening, languages: [language, ...others] } }
}
