import type { JsonObject } from '#contracts/scalars.ts'
import { type Context, randomShare } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { findPassages, passagesToRead } from '../../knowledge/search.ts'
import type { Field } from '../extraction/fields.ts'
import { knownValues } from '../extraction/known-values.ts'
import { visitorDetails } from '../variables.ts'
import type { VisitorDetails } from '../visitors/queries.ts'
import {
  chatHistory,
  firmPrompt,
  newestWithin,
  type Speaker,
  systemPrompt,
  type TurnWithCalls,
} from './prompt.ts'

/** Settings of an assistant that affect its answers; also those of an unsaved draft. */
export type Answering = Speaker &
  Pick<
    AssistantWithLanguage,
    'knowledgebase_id' | 'knowledgebase_mode' | 'llm_temperature' | 'post_call_schema'
  >

interface Question {
  readonly assistant: Answering
  readonly variables: JsonObject
  /** Variables supplied by the visitor, one line each. */
  readonly visitors?: JsonObject
  /** Known details of the visitor, so that the built-in model does not ask for them. */
  readonly customer?: VisitorDetails
  /** History; its last message is the user's, to be answered. */
  readonly history: readonly TurnWithCalls[]
  /** An operator's instructions for the answer. */
  readonly hint?: string | null
  /** Manner of an answer on a call; undefined in a chat. Unlike a hint, it says nothing about the subject. */
  readonly manner?: string | undefined
  /** False where nothing can be taken out of the model's words before they are heard. */
  readonly marksUnanswered?: boolean | undefined
  /** True if the model can search the knowledge base itself, by a tool. */
  readonly canSearch?: boolean
}

export type ModelInput = Awaited<ReturnType<typeof modelInput>>

/** Builds a model's input for one answer of an assistant, in a chat or on the telephone. */
export async function modelInput(
  context: Pick<Context, 'db' | 'config' | 'now' | 'sleep' | 'randomBytes' | 'models' | 'log'>,
  {
    assistant,
    variables,
    visitors = {},
    customer = visitorDetails(variables),
    history,
    hint = null,
    manner,
    marksUnanswered: mayMark = manner === undefined,
    canSearch = false,
  }: Question,
) {
  const { config, now, sleep } = context
  const { limits } = config
  const [question, previous] = history.filter(({ role }) => role === 'user').toReversed()
  const { passages: found } = await findPassages(context, assistant.knowledgebase_id, {
    question: [question?.content ?? '', ...(hint === null ? [] : [hint])].join(' '),
    previous: previous?.content,
    language: assistant.language,
    limit: limits.passagesRead,
  })
  const passages = found.slice(0, limits.passages)
  const fields = JSON.parse(assistant.post_call_schema) as Field[]
  const marksUnanswered = assistant.knowledgebase_id !== null && mayMark
  const latest = history.slice(-limits.historyMessages)
  const briefing = {
    assistant,
    variables: { ...variables, ...visitors },
    visitors,
    // A model that can search gets no passages in advance; the built-in model gets them below.
    passages: canSearch ? [] : passages,
    hint,
    manner,
    marksUnanswered,
    now: now(),
  }
  return {
    system: systemPrompt(briefing),
    firmSystem: firmPrompt(briefing),
    /** True if a model other than the built-in one marks an answer that answers nothing. */
    marksUnanswered,
    messages: chatHistory(newestWithin(latest, limits.historyTokens)),
    /** Passages given to the model, or found by it. */
    passages,
    builtIn: {
      passages: passagesToRead(context.db, assistant.knowledgebase_id, found),
      now: now().getTime(),
      timezone: assistant.timezone,
      language: assistant.language,
      assistantName: assistant.name,
      fields,
      isSpoken: manner !== undefined,
      known: Object.keys(knownValues(fields, { variables, customer })),
    },
    temperature: assistant.llm_temperature,
    sleep,
    random: () => randomShare(context),
  }
}
