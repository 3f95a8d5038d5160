import type { PlayedCall } from '#contracts/played-calls.ts'
import type { Context } from '../../../context.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import type { Talked } from '../../../providers/voice/sandbox/sandbox.ts'
import { type Scene, sceneOf } from '../../../providers/voice/sandbox/scenes.ts'
import type { TalkStep } from '../../../providers/voice/sandbox/steps.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { answersOn } from '../answers/answers.ts'
import type { Briefing } from '../answers/briefing.ts'
import { detectLanguage } from '../answers/follow-language.ts'
import { createWhispers } from '../answers/whispers.ts'
import { lineOf } from '../line.ts'
import { hasOpening } from '../opening.ts'
import { callQueries, type StoredCall } from '../queries.ts'
import { createFillers } from '../session/fillers.ts'
import { turnSettings } from '../session/settings.ts'
import { speakableText } from '../session/speakable-text.ts'
import type { Explained } from '../session/thoughts.ts'
import { briefingByTelephone } from '../telephone/answers.ts'
import { NOBODY_TO_CALL } from '../telephone/warm-transfer.ts'
import { callVariables } from '../variables.ts'
import type { Act } from './moment.ts'
import { createPlay } from './play.ts'

/**
 * Plays a step of a conversation in the Sandbox. All that is between two steps is in the step, so that whoever plays it
 * again comes to the same; only what the assistant finds to say is new.
 * @throws the reason of `signal` once that is aborted
 */
export async function playConversation(
  context: Context,
  step: TalkStep,
  scene: Scene,
  signal: AbortSignal,
): Promise<Talked> {
  const { callId, answeredAt, turn } = step
  const stored = callQueries(context.db).byId(callId)
  const assistant = stored && assistantQueries(context.db).byId(stored.assistant_id)
  const over = (by: 'customer' | 'assistant' | 'limit') =>
    ({ callId, stage: 'hang_up', by, at: step.at }) as const
  // Deleted a moment ago.
  if (!stored || !assistant) return { spoken: [], next: over('assistant') }

  const now = step.at - answeredAt
  const play = playOf(stored, assistant, scene)
  const before = step.call
    ? {
        call: await answered(context, { callId, stored, call: step.call, now, signal }),
        acts: [],
      }
    : play.begin()
  const { call, acts, next } = play.advance(before, now)
  const spoken = spokenIn(acts, answeredAt)
  const end = acts.find((act) => act.kind === 'hang-up')
  if (end) return { spoken, next: over(end.by) }
  const at = answeredAt + Math.ceil(next)
  return { spoken, next: { callId, stage: 'talk', turn: turn + 1, at, answeredAt, call } }
}

/** Words of a call that somebody else ends now, as far as they were heard; with the turn that they are of. */
export function unfinishedWords(
  { db, jobs }: Context,
  callId: number,
  at: number,
): readonly { readonly turn: number; readonly spoken: readonly Spoken[] }[] {
  const stored = callQueries(db).byId(callId)
  const assistant = stored && assistantQueries(db).byId(stored.assistant_id)
  const line = lineOf({ db }, callId)
  if (!assistant || !line) return []
  const play = playOf(stored, assistant, sceneOf(line))
  return jobs.payloadsWith('call.simulate', 'callId', callId).flatMap((step) => {
    if (step.stage !== 'talk' || !step.call) return []
    const { turn, call, answeredAt } = step
    return [{ turn, spoken: spokenIn(play.cut(call, at - answeredAt), answeredAt) }]
  })
}

const spokenIn = (acts: readonly Act[], answeredAt: number): Spoken[] =>
  acts.flatMap((act) => {
    if (act.kind !== 'spoken') return []
    const { speaker, content, isCut, explanation } = act
    return [
      {
        speaker,
        content,
        at: Math.round(answeredAt + act.at),
        ...(isCut && { isCut }),
        ...(explanation !== undefined && { explanation }),
      },
    ]
  })

function playOf(stored: StoredCall, assistant: AssistantWithLanguage, scene: Scene) {
  const isMachine = scene.outcome === 'machine'
  return createPlay({
    scene,
    settings: turnSettings(assistant, stored.max_duration),
    // A machine speaks first.
    hasOpening: !isMachine && hasOpening(assistant),
    speed: assistant.speech_speed,
    filler: (heard, said) => createFillers(JSON.parse(assistant.filler_config), said)(heard),
  })
}

interface AnswerInput {
  readonly callId: number
  readonly stored: StoredCall
  readonly call: PlayedCall
  /** ms since the call was answered. */
  readonly now: number
  readonly signal: AbortSignal
}

/** The call with the assistant's words, where it was asked for some; it takes as long to find them as it took. */
async function answered(context: Context, asked: AnswerInput): Promise<PlayedCall> {
  const { callId, stored, call, now, signal } = asked
  const { question, ...rest } = call
  if (!question) return call
  const startedAt = context.now().getTime()
  let greeting = ''
  const brief = briefingByTelephone(context, {
    callId,
    scribe: { readable: async () => undefined, cost: () => undefined },
    whispers: createWhispers(),
    // Nobody's telephone rings here either: the call ends with the last words.
    transfer: () => undefined,
    // The words so far and the target's greeting are one utterance.
    toAssistant: {
      endsAnswer: false,
      made({ assistant, greets }) {
        if (greets) greeting = initialMessage(assistant, () => callVariables(stored), context.now())
      },
    },
    warm: NOBODY_TO_CALL,
    // Keys are pressed at once, and nobody hears them.
    press: async () => true,
  })
  const answer = answersOn(context, freely(brief), () => languageOn(context, asked))
  const { cause, thought } = question
  let explanation: string | undefined
  const explain = (made: Explained) => {
    explanation = made.explanation
  }
  const words = answer({ cause, isEndNear: call.isEndNear, signal, explain })
  let text = ''
  for (;;) {
    const { done, value } = await words.next()
    signal.throwIfAborted()
    if (done) {
      const at = now + Math.max(0, context.now().getTime() - startedAt)
      return {
        ...rest,
        answer: {
          thought,
          text: speakableText(`${text} ${greeting}`),
          isLast: value,
          at,
          explanation,
        },
      }
    }
    text += value
  }
}

/** A briefing for answers that nothing is charged for. */
const freely =
  (brief: Briefing): Briefing =>
  async (question, language) => {
    const briefed = await brief(question, language)
    return briefed && { ...briefed, isFree: true }
  }

/** The language that the customer has changed to. */
function languageOn(context: Context, { callId, stored }: AnswerInput): string {
  const language = actingAssistant(context.db, stored)!.language
  const languages = [language, ...(lineOf(context, callId)?.otherLanguages ?? [])]
  return callQueries(context.db)
    .spoken(callId)
    .filter(({ speaker }) => speaker === 'customer')
    .reduce((current, { content }) => detectLanguage(content, current, languages), language)
}
