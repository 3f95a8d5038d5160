import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { createCallLog } from '../../conversations/turns/call-log.ts'
import { isSearchable } from '../../conversations/turns/offer-tools.ts'
import { payerOf } from '../../conversations/turns/paid.ts'
import { inputOf, toolsOf } from '../../conversations/turns/turn-input.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import type { Scribe } from '../session/scribe.ts'
import type { Question } from '../session/thoughts.ts'
import { type Asked, spokenHint } from './reply.ts'
import type { Whispers } from './whispers.ts'

/** Call that is answered. */
export interface AnswerPlace {
  readonly conversationId: number
  readonly scribe: Pick<Scribe, 'cost' | 'written'>
  readonly whispers: Pick<Whispers, 'waiting' | 'used'>
  /** Language that is spoken now, two letters; that of the assistant unless said otherwise. */
  readonly language?: () => string
}

/** Everything an answer is made of, whichever model makes it. */
export interface Briefed extends Asked {
  readonly conversation: ConversationRow
}

/** Briefs a model for an answer, once all that is to be answered is in the conversation; undefined where that is gone. */
export async function briefed(
  context: Context,
  { conversationId, scribe, whispers, language }: AnswerPlace,
  { isEndNear }: Question,
): Promise<Briefed | undefined> {
  await scribe.written()
  const { db } = context
  const conversation = conversationQueries(db).byId(conversationId)
  const row = conversation && assistantQueries(db).byId(conversation.assistant_id)
  if (!conversation || !row) return undefined
  const assistant = { ...row, language: language?.() ?? row.language }
  const { historyMessages } = context.config.limits
  const history = messageQueries(db).latest(conversation.id, historyMessages)
  const tools = toolsOf(context, { assistant, conversation, said: '' })
  const whispered = whispers.waiting()
  const hint = spokenHint(isEndNear, whispered)
  const turn = { conversation, assistant, history, hint }
  return {
    conversation,
    assistant,
    payer: payerOf(conversation),
    scribe,
    tools,
    log: createCallLog(context, conversation, history.at(-1)?.seq ?? 0),
    isAnswerable: history.length > 0,
    input: () => inputOf(context, turn, isSearchable(tools)),
    answered({ signal }) {
      if (!signal.aborted) whispers.used(whispered)
    },
  }
}

/** Words that are known beforehand, of a greeting and of a silence; undefined for what a model has to find. */
export function fixedWords(
  context: Pick<Context, 'now'>,
  { conversation, assistant }: Briefed,
  { cause }: Question,
): string | undefined {
  if (cause.kind === 'reply') return undefined
  return cause.kind === 'greeting'
    ? greeting(context, conversation, assistant)
    : speakingUp(context, conversation, assistant)
}

function greeting(
  { now }: Pick<Context, 'now'>,
  { variables }: ConversationRow,
  of: AssistantWithLanguage,
) {
  return initialMessage(of, () => JSON.parse(variables), now())
}

function speakingUp(
  { now }: Pick<Context, 'now'>,
  { variables }: ConversationRow,
  of: AssistantWithLanguage,
) {
  const { reengagement_prompt: prompt, language } = of
  if (!prompt) return phrasesFor(language).stillThere
  return fillIn(prompt, promptVariables(of, JSON.parse(variables), now()))
}
