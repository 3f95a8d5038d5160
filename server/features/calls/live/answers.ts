import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import { createChannel } from '../../../providers/speech/channel.ts'
import { candidatesOf } from '../../conversations/turns/candidates.ts'
import { payerOf } from '../../conversations/turns/paid.ts'
import { type Answered, answerInRounds } from '../../conversations/turns/rounds.ts'
import { type AnswerPlace, type Briefed, briefed, fixedWords } from './briefing.ts'
import type { Question } from './thoughts.ts'

/** Words of an assistant on a call, as they come; returns whether the call ends with them. */
export type Words = AsyncGenerator<string, boolean>

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

async function* reply(context: Context, asked: Briefed, question: Question): Words {
  const { conversation, assistant, tools, scribe } = asked
  const { unavailable, overBudget } = phrasesFor(assistant.language)
  const [first, ...others] = candidatesOf(context, assistant)
  if (!first || !asked.isAnswerable) {
    yield unavailable
    return false
  }
  const words = createChannel<string>()
  const answering = answerInRounds(context, {
    payer: payerOf(conversation),
    candidates: [first, ...others],
    input: await asked.input(),
    tools,
    log: asked.log,
    signal: question.signal,
    onText: words.push,
  })
  answering.then(words.end, words.fail)
  let isSilent = true
  for await (const text of words) {
    if (text.trim() !== '') isSilent = false
    yield text
  }
  const answered = await answering
  asked.answered(question)
  if (answered.cost > 0) scribe.cost(answered.cost)
  warnOf(context, asked, answered)
  if (isSilent) yield answered.refused ? (assistant.over_budget_message ?? overBudget) : unavailable
  const canEnd = tools.some(({ endsChat }) => endsChat)
  return answered.endsChat || (canEnd && isFarewell(question, assistant.language))
}

/** A model that cannot use tools cannot ask for it: after a goodbye there is nothing left to say. */
const isFarewell = ({ cause }: Question, language: string): boolean =>
  cause.kind === 'reply' && smallTalkIn(cause.heard, language)?.kind === 'bye'

function warnOf({ log }: Context, { conversation }: Briefed, { result }: Answered): void {
  if (result.complete || result.reason === 'aborted') return
  const { reason, detail } = result
  const { uuid } = conversation
  log.warn({ conversation: uuid, reason, detail }, 'an answer on a call is incomplete')
}
