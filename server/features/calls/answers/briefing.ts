import type { Context } from '../../../context.ts'
import { phrasesFor } from '../../../language/phrases.ts'
import { actingAssistant } from '../../assistants/acting.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import type { Transfer } from '../../conversations/tools/assistant-transfer.ts'
import { createCallLog } from '../../conversations/turns/call-log.ts'
import { isSearchable } from '../../conversations/turns/offer-tools.ts'
import { payerOf } from '../../conversations/turns/paid.ts'
import { inputOf, toolsOf } from '../../conversations/turns/turn-input.ts'
import { fillIn, promptVariables } from '../../conversations/variables.ts'
import { openingWords } from '../opening.ts'
import type { Scribe } from '../session/scribe.ts'
import type { Question } from '../session/thoughts.ts'
import { type ReplyInput, spokenManner } from './reply.ts'
import { hintOf, type Whispers } from './whispers.ts'

/** A web call to answer. */
interface AnswerPlace {
  readonly conversationId: number
  readonly scribe: Pick<Scribe, 'cost' | 'readable'>
  readonly whispers: Pick<Whispers, 'waiting' | 'used'>
  /** The call is transferred to another assistant after the current words. */
  readonly onTransfer: (transfer: Transfer) => void
}

/** Words that need no model, such as a greeting. */
export interface FixedWords {
  readonly text: string
  /** The call ends after them. */
  readonly isLast: boolean
}

/** Everything that a model needs for an answer. */
export interface Briefed extends ReplyInput {
  /** Undefined if a model has to answer. */
  readonly fixed: FixedWords | undefined
}

/**
 * Briefs a model for an answer in a language (ISO 639-1); undefined if the call no longer exists. The words to be answered may
 * not be committed yet: the answer is heard once they are.
 */
export type Briefing = (question: Question, language: string) => Promise<Briefed | undefined>

/** Briefs a model for answers on a call in a conversation. */
export function briefingIn(
  context: Context,
  { conversationId, scribe, whispers, onTransfer }: AnswerPlace,
): Briefing {
  return async (question, language) => {
    await scribe.readable()
    const { db } = context
    const conversation = conversationQueries(db).byId(conversationId)
    const row = conversation && actingAssistant(db, conversation)
    if (!conversation || !row) return undefined
    const assistant = { ...row, language }
    const { historyMessages } = context.config.limits
    const history = messageQueries(db).latest(conversation.id, historyMessages)
    const tools = toolsOf(context, { assistant, conversation, said: '' }, onTransfer)
    const whispered = whispers.waiting()
    const manner = spokenManner(question.isEndNear)
    const turn = { conversation, assistant, history, hint: hintOf(whispered), manner }
    return {
      assistant,
      payer: payerOf(conversation),
      scribe,
      tools,
      log: createCallLog(context, conversation, history.at(-1)?.seq ?? 0),
      isAnswerable: history.length > 0,
      fixed: fixedWords(context, conversation, assistant, question),
      input: (marksUnanswered) =>
        inputOf(context, { ...turn, marksUnanswered }, isSearchable(tools)),
      answered({ signal }) {
        if (!signal.aborted) whispers.used(whispered)
      },
    }
  }
}

/** Fixed words for a greeting or re-engagement; undefined if a model has to answer. */
function fixedWords(
  context: Pick<Context, 'now'>,
  conversation: ConversationRow,
  assistant: AssistantWithLanguage,
  { cause }: Question,
): FixedWords | undefined {
  if (cause.kind === 'reply') return undefined
  const words = cause.kind === 'greeting' ? opening : speakUpText
  return { text: words(context, conversation, assistant), isLast: false }
}

function opening(
  { now }: Pick<Context, 'now'>,
  { variables }: ConversationRow,
  of: AssistantWithLanguage,
) {
  return openingWords(
    of,
    initialMessage(of, () => JSON.parse(variables), now()),
  )
}

function speakUpText(
  { now }: Pick<Context, 'now'>,
  { variables }: ConversationRow,
  of: AssistantWithLanguage,
) {
  const { reengagement_prompt: prompt, language } = of
  if (!prompt) return phrasesFor(language).stillThere
  return fillIn(prompt, promptVariables(of, JSON.parse(variables), now()))
}
