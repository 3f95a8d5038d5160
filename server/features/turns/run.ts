import type { Context } from '../../context.ts'
import { phrasesFor } from '../../providers/llm/built-in/phrases.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { generatePaid } from '../budgets/paid.ts'
import { type ConversationRow, conversationQueries } from '../conversations/queries.ts'
import { chatModel } from '../lookups/models.ts'
import type { ModelRow } from '../lookups/queries.ts'
import { presentTurn } from '../messages/present.ts'
import { type MessageRow, messageQueries } from '../messages/queries.ts'
import { createDraftWriter, openDraft } from './draft-writer.ts'
import { modelInput } from './model-input.ts'
import { payerOf, sayOverBudget } from './paid.ts'
import { restsOn } from './rests-on.ts'
import { unanswered } from './unanswered.ts'
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
  /** What was said, up to what is to be answered. */
  readonly history: readonly MessageRow[]
  /** What a person asked for when it was drafted anew. */
  readonly hint: string | null
  readonly writer: AnswerWriter
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
        await answer(context, turn, { taken: taken.signal, stopping })
      } finally {
        running.delete(conversationId)
        typing(false)
      }
    },
    abort: (conversationId) => running.get(conversationId)?.abort(),
  }
}

/** The turn that is due in a conversation: its last word is the visitor's and the AI has the next one. */
function findTurn(context: Needs, conversationId: number): Turn | undefined {
  const { db, config } = context
  const conversation = conversationQueries(db).byId(conversationId)
  if (!conversation || conversation.ai_mode === 'human') return undefined
  const assistant = assistantQueries(db).byId(conversation.assistant_id)
  if (!assistant || assistant.deleted_at !== null) return undefined
  const messages = messageQueries(db)
  const unfinished = messages.streaming(conversationId)
  const said = messages
    .latest(conversationId, config.limits.historyMessages)
    .filter(({ id }) => id !== unfinished?.id)
  const history = unanswered(said, conversation.ai_mode)
  if (!history) return undefined
  const answersSeq = history.at(-1)!.seq
  const isStopped = conversation.ai_mode === 'auto' && answersSeq <= conversation.stopped_seq
  if (isStopped) return undefined
  const turn = { conversation, assistant, model: chatModel(db, assistant), history }
  if (conversation.ai_mode === 'auto') {
    const writer = createAnswerWriter(context, {
      conversation,
      assistantName: assistant.name,
      answersSeq,
      unfinished,
      apology: phrasesFor(assistant.language).unavailable,
    })
    return { ...turn, hint: null, writer }
  }
  const draft = openDraft(context, conversation, answersSeq)
  if (!draft) return undefined
  return { ...turn, hint: draft.hint, writer: createDraftWriter(context, conversation, draft) }
}

interface Signals {
  /** A person has taken the word. */
  readonly taken: AbortSignal
  /** The server is stopping: the next start does the turn anew. */
  readonly stopping: AbortSignal
}

async function answer(context: Needs, turn: Turn, { taken, stopping }: Signals): Promise<void> {
  const { conversation, assistant, model, history, hint, writer } = turn
  const languageModel = model && context.models.of(model.provider)
  if (!model || !languageModel) {
    return writer.finish({
      isWhole: false,
      cost: 0,
      detail: 'The assistant has no model',
      sources: [],
    })
  }

  const gatherer = gather(context, writer)
  const input = modelInput(context, {
    assistant,
    variables: JSON.parse(conversation.variables),
    history: history.map(presentTurn),
    hint,
  })
  const paid = await generatePaid(context, payerOf(conversation), model, {
    model: languageModel,
    ...input,
    signal: AbortSignal.any([taken, stopping, gatherer.refused]),
    onText: gatherer.add,
  })
  if (paid.refused !== undefined) return sayOverBudget(turn, paid.refused)
  const { result, cost } = paid
  gatherer.flush()
  if (stopping.aborted) return writer.abandon(cost)
  if (taken.aborted || gatherer.refused.aborted) return writer.abandon(cost)
  const { complete: isWhole, reason, detail } = result
  if (!isWhole) {
    context.log.warn(
      { conversation: conversation.uuid, model: model.code, reason, detail },
      'an answer is incomplete',
    )
  }
  const sources = restsOn({
    provider: languageModel.provider,
    passages: input.builtIn.passages,
    question: history.at(-1)!.content,
    language: assistant.language,
    result,
  })
  writer.finish({ isWhole, cost, detail, sources })
}

/**
 * Gathers tokens for a moment and writes them together: a transaction for each word would cost more than the word.
 * `refused` aborts once the database takes no more.
 */
function gather({ sleep, config }: Needs, writer: AnswerWriter) {
  const refusal = new AbortController()
  let waiting = ''
  let isPlanned = false
  let failure: { readonly error: unknown } | undefined

  function flush(): void {
    if (failure) throw failure.error
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
      void sleep(config.limits.deltaMs)
        .then(() => {
          isPlanned = false
          flush()
        })
        .catch((error: unknown) => {
          // Nobody waits for this one: the turn ends, and says so itself.
          failure = { error }
          refusal.abort()
        })
    },
  }
}

/** The visitor sees that an answer is coming; of a draft there is nothing to tell. */
function tellTyping(
  { db, hub }: Needs,
  { id, uuid, user_id, ai_mode }: ConversationRow,
  active: boolean,
): void {
  if (ai_mode !== 'auto') return
  const visitor_id = conversationQueries(db).visitorOf(id)
  const payload = { conversation_id: uuid, author: 'assistant', active }
  hub.tellUser(user_id, 'typing', payload)
  if (visitor_id !== null) hub.tellVisitor(visitor_id, 'typing', payload)
}
