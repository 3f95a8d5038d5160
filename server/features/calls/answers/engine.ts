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

/** The parts of a session that hear, think and speak. */
export interface Engine
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
  /** The visitor typed instead of speaking. */
  readonly typed?: (text: string) => void
  /** An operator spoke in place of the assistant. */
  readonly said?: (text: string) => void
}

interface Place {
  readonly assistant: AssistantWithLanguage
  /** ISO 639-1 codes; default to the stored ones. */
  readonly secondaryLanguages?: readonly string[]
  readonly brief: Briefing
  /** Replaces the assistant's transcriber, unless a realtime model hears. */
  readonly transcriber?: Transcriber | undefined
  /** Tools announced to a realtime model at the start of the call. */
  readonly tools: readonly Pick<OfferedTool, 'name' | 'description' | 'inputSchema'>[]
  /** Earlier turns, oldest first. */
  readonly history: readonly Turn[]
  /** Meters the usage of paid services. */
  readonly meter: Meter
}

/**
 * The engine of an assistant's mode. Without a usable realtime model, `multimodal` and `dualplex` fall back to
 * `pipeline`.
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
  const asking = { talk, brief, model: conversing.name, language: follower.current }
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

/** Replaces answers by fixed last words once the call has to end. */
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

/** Overrides an assistant's secondary languages. */
function speaking(
  speech: Speech,
  { language }: AssistantWithLanguage,
  others: readonly string[] | undefined,
): Speech {
  if (!others) return speech
  return { ...speech, listening: { ...speech.listening, languages: [language, ...others] } }
}
