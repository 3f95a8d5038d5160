import type { Context } from '../../../context.ts'
import type { Question } from '../session/thoughts.ts'
import { type AnswerPlace, briefed, fixedWords } from './briefing.ts'
import { reply, type Words } from './reply.ts'

/** Answers on a web call as in a chat: the same prompt, models, tools, budgets and knowledge. */
export function answersOn(context: Context, place: AnswerPlace): (question: Question) => Words {
  return async function* (question): Words {
    const asked = await briefed(context, place, question)
    if (!asked) return true
    const fixed = fixedWords(context, asked, question)
    if (fixed === undefined) return yield* reply(context, asked, question)
    yield fixed
    return false
  }
}
