import type { Context } from '../../../context.ts'
import type { Question } from '../session/thoughts.ts'
import type { Briefing } from './briefing.ts'
import { reply, type Words } from './reply.ts'

/** Answers on a call as in a chat: the same prompt, models, tools, budgets and knowledge. */
export function answersOn(
  context: Context,
  brief: Briefing,
  language: () => string,
): (question: Question) => Words {
  return async function* (question): Words {
    const asked = await brief(question, language())
    if (!asked) return true
    const { fixed } = asked
    if (!fixed) return yield* reply(context, asked, question)
    yield fixed.text
    return fixed.isLast
  }
}
