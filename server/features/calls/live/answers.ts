import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { smallTalkIn } from '../../../language/small-talk.ts'
import { createChannel } from '../../../providers/speech/channel.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { createCallLog } from '../../conversations/turns/call-log.ts'
import { candidatesOf } from '../../conversations/turns/candidates.ts'
import { isSearchable } from '../../conversations/turns/offer-tools.ts'
import { payerOf } from '../../conversations/turns/paid.ts'
import { type Answered, answerInRounds } from '../../conversations/turns/rounds.ts'
import { inputOf, toolsOf } from '../../conversations/turns/turn-input.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import type { Scribe } from './scribe.ts'
import type { Question } from './thoughts.ts'
import type { Whispers } from './whispers.ts'

interface Place {
  readonly conversationId: number
  readonly scribe: Pick<Scribe, 'cost' | 'written'>
  readonly whispers: Pick<Whispers, 'waiting' | 'used'>
}

/** Words of an assistant on a call, as they come; returns whether the call ends with them. */
type Words = AsyncGenerator<string, boolean>

/** How an answer is to be worded that is heard. */
const SPOKEN =
  'You are speaking with the visitor on a voice call. Answer in one to three short sentences as one says them aloud: no lists, headings, links, emoji or Markdown.'
const END_IS_NEAR = 'The call ends in a few seconds: come to an end and say goodbye.'

/** Answers on a web call as in a chat: the same prompt, models, tools, budgets and knowledge. */
export function answersOn(
  context: Context,
  { conversationId, scribe, whispers }: Place,
): (question: Question) => Words {
  return async function* (question): Words {
    // What is to be answered is in the conversation first.
    await scribe.written()
    const { db } = context
    const conversation = conversationQueries(db).byId(conversationId)
    const assistant = conversation && assistantQueries(db).byId(conversation.assistant_id)
    if (!conversation || !assistant) return true
    const { kind } = question.cause
    if (kind === 'reply')
      return yield* reply(context, { conversation, assistant, scribe, whispers }, question)
    yield kind === 'greeting'
      ? greeting(context, conversation, assistant)
      : speakingUp(context, conversation, assistant)
    return false
  }
}

function greeting({ now }: Context, { variables }: ConversationRow, of: AssistantWithLanguage) {
  return initialMessage(of, JSON.parse(variables), now())
}

function speakingUp({ now }: Context, { variables }: ConversationRow, of: AssistantWithLanguage) {
  const { reengagement_prompt: prompt, language } = of
  if (!prompt) return phrasesFor(language).stillThere
  return fillIn(prompt, promptVariables(of, JSON.parse(variables), now()))
}

interface Asked extends Pick<Place, 'scribe' | 'whispers'> {
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
}

async function* reply(context: Context, asked: Asked, question: Question): Words {
  const { conversation, assistant, scribe, whispers } = asked
  const { unavailable, overBudget } = phrasesFor(assistant.language)
  const [first, ...others] = candidatesOf(context, assistant)
  const { historyMessages } = context.config.limits
  const history = messageQueries(context.db).latest(conversation.id, historyMessages)
  const latest = history.at(-1)
  if (!first || !latest) {
    yield unavailable
    return false
  }
  const tools = toolsOf(context, { assistant, conversation, said: '' })
  const whispered = whispers.waiting()
  const hint = [SPOKEN, ...(question.isEndNear ? [END_IS_NEAR] : []), ...whispered].join(' ')
  const turn = { conversation, assistant, history, hint }
  const words = createChannel<string>()
  const answering = answerInRounds(context, {
    payer: payerOf(conversation),
    candidates: [first, ...others],
    input: await inputOf(context, turn, isSearchable(tools)),
    tools,
    log: createCallLog(context, conversation, latest.seq),
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
  // An answer that was interrupted before it was whole has not said what was asked for.
  if (!question.signal.aborted) whispers.used(whispered)
  if (answered.cost > 0) scribe.cost(answered.cost)
  warnOf(context, conversation, answered)
  if (isSilent) yield answered.refused ? (assistant.over_budget_message ?? overBudget) : unavailable
  const canEnd = tools.some(({ endsChat }) => endsChat)
  return answered.endsChat || (canEnd && isFarewell(question, assistant.language))
}

/** A model that cannot use tools cannot ask for it: after a goodbye there is nothing left to say. */
const isFarewell = ({ cause }: Question, language: string): boolean =>
  cause.kind === 'reply' && smallTalkIn(cause.heard, language)?.kind === 'bye'

function warnOf({ log }: Context, { uuid }: ConversationRow, { result }: Answered): void {
  if (result.complete || result.reason === 'aborted') return
  const { reason, detail } = result
  log.warn({ conversation: uuid, reason, detail }, 'an answer on a call is incomplete')
}
