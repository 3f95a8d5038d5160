import type { Context } from '../../context.ts'
import { phrasesFor } from '../../providers/llm/built-in/phrases.ts'
import { generate } from '../../providers/llm/generate.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { chatModel } from '../lookups/models.ts'
import type { ModelRow } from '../lookups/queries.ts'
import { presentTurn } from '../messages/present.ts'
import { type MessageRow, messageQueries } from '../messages/queries.ts'
import { costOf } from '../money/model-cost.ts'
import { modelInput } from './model-input.ts'
import { type AnswerWriter, createAnswerWriter } from './writer.ts'

type Needs = Pick<
  Context,
  'db' | 'events' | 'now' | 'sleep' | 'randomBytes' | 'hub' | 'models' | 'config' | 'log'
>

/** What is to be answered, and with what. */
interface Turn {
  readonly conversation: ConversationRow
  readonly assistant: AssistantWithLanguage
  readonly model: ModelRow | undefined
  readonly history: readonly MessageRow[]
  readonly question: MessageRow
  readonly unfinished: MessageRow | undefined
}

export interface Turns {
  /** Answers what is unanswered in a conversation. Does nothing when a person answers there. */
  run(conversationId: number, stopping: AbortSignal): Promise<void>
  /** Stops the answer that is being made in a conversation. */
  abort(conversationId: number): void
}

/** The turns of a server: every answer of every conversation goes through here. */
export function createTurns(context: Needs): Turns {
  const running = new Map<number, AbortController>()

  return {
    async run(conversationId, stopping) {
      const turn = findTurn(context, conversationId)
      if (!turn) return
      const taken = new AbortController()
      running.set(conversationId, taken)
      const typing = (active: boolean) => tellTyping(context, turn.conversation, active)
      typing(true)
      try {
        await answer(context, turn, AbortSignal.any([taken.signal, stopping]))
      } finally {
        running.delete(conversationId)
        typing(false)
      }
    },
    abort: (conversationId) => running.get(conversationId)?.abort(),
  }
}

/** The turn that is due in a conversation: its last word is the visitor's and the AI has the next one. */
function findTurn({ db, config }: Needs, conversationId: number): Turn | undefined {
  const conversation = conversationQueries(db).byId(conversationId)
  if (!conversation || conversation.ai_enabled === 0) return undefined
  const messages = messageQueries(db)
  const unfinished = messages.streaming(conversationId)
  const history = messages
    .latest(conversationId, config.limits.historyMessages)
    .filter(({ id }) => id !== unfinished?.id)
  const question = history.at(-1)
  const assistant = assistantQueries(db).byId(conversation.assistant_id)
  if (!assistant || assistant.deleted_at !== null || question?.author !== 'visitor')
    return undefined
  return { conversation, assistant, model: chatModel(db, assistant), history, question, unfinished }
}

async function answer(context: Needs, turn: Turn, signal: AbortSignal): Promise<void> {
  const { conversation, assistant, model, history, question, unfinished } = turn
  const writer = createAnswerWriter(context, {
    conversation,
    assistantName: assistant.name,
    answersSeq: question.seq,
    unfinished,
  })
  const languageModel = model && context.models.of(model.provider)
  if (!model || !languageModel) return apologize(writer, assistant)

  const gatherer = gather(context, writer)
  const result = await generate({
    model: languageModel,
    ...modelInput(context, {
      assistant,
      variables: JSON.parse(conversation.variables),
      history: history.map(presentTurn),
    }),
    signal: AbortSignal.any([signal, gatherer.refused]),
    onText: gatherer.add,
  })
  gatherer.flush()
  if (signal.aborted || gatherer.refused.aborted) return
  if (!result.complete) {
    const { reason, detail } = result
    context.log.warn(
      { conversation: conversation.uuid, model: model.code, reason, detail },
      'an answer is incomplete',
    )
  }
  const cost = costOf(model, result.usage)
  if (!writer.hasText) apologize(writer, assistant, cost)
  else writer.finish(result.complete ? 'complete' : 'interrupted', cost)
}

/** No answer could be made: the visitor is told kindly, and the message says `failed` to the desk. */
function apologize(writer: AnswerWriter, { language }: AssistantWithLanguage, cost = 0): void {
  if (writer.append(phrasesFor(language).unavailable)) writer.finish('failed', cost)
}

/**
 * Gathers tokens for a moment and writes them together: a transaction for each word would cost more than the word.
 * `refused` aborts once the database takes no more.
 */
function gather({ sleep, config }: Needs, writer: AnswerWriter) {
  const refusal = new AbortController()
  let waiting = ''
  let isPlanned = false

  function flush(): void {
    if (waiting === '' || refusal.signal.aborted) return
    const text = waiting
    waiting = ''
    if (!writer.append(text)) refusal.abort()
  }

  return {
    refused: refusal.signal,
    flush,
    add(text: string) {
      waiting += text
      // The first words are not kept waiting.
      if (!writer.hasText) return flush()
      if (isPlanned) return
      isPlanned = true
      void sleep(config.limits.deltaMs).then(() => {
        isPlanned = false
        flush()
      })
    },
  }
}

function tellTyping(
  { hub }: Needs,
  { uuid, user_id, visitor_id }: ConversationRow,
  active: boolean,
): void {
  const payload = { conversation_id: uuid, author: 'assistant', active }
  hub.tellUser(user_id, 'typing', payload)
  if (visitor_id !== null) hub.tellVisitor(visitor_id, 'typing', payload)
}
