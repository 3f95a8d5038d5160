import type { JsonObject } from '#contracts/scalars.ts'
import { type Context, randomShare } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { findPassages } from '../../knowledge/search.ts'
import type { Field } from '../extraction/fields.ts'
import { knownValues } from '../extraction/known-values.ts'
import { visitorDetails } from '../variables.ts'
import type { VisitorDetails } from '../visitors/queries.ts'
import { chatHistory, newestWithin, type Said, type Speaker, systemPrompt } from './prompt.ts'

/** What of an assistant decides how it answers; a draft that is not stored has it too. */
export type Answering = Speaker &
  Pick<
    AssistantWithLanguage,
    'knowledgebase_id' | 'knowledgebase_mode' | 'llm_temperature' | 'post_call_schema'
  >

interface Question {
  readonly assistant: Answering
  readonly variables: JsonObject
  /** Who the visitor is known to be, so that the built-in model does not ask. */
  readonly customer?: VisitorDetails
  /** What was said so far; the last of it is the user's, and what is to be answered. */
  readonly history: readonly Said[]
  /** What a person asks of the answer. */
  readonly hint?: string | null
  /** Whether the model can look into the knowledge base itself, by a tool. */
  readonly canSearch?: boolean
}

export type ModelInput = Awaited<ReturnType<typeof modelInput>>

/** What a model is given for one answer of an assistant, in a chat and on the telephone alike. */
export async function modelInput(
  context: Pick<Context, 'db' | 'config' | 'now' | 'sleep' | 'randomBytes' | 'models' | 'log'>,
  {
    assistant,
    variables,
    customer = visitorDetails(variables),
    history,
    hint = null,
    canSearch = false,
  }: Question,
) {
  const { config, now, sleep } = context
  const { limits } = config
  const [question, previous] = history.filter(({ role }) => role === 'user').toReversed()
  const { passages } = await findPassages(context, assistant.knowledgebase_id, {
    question: [question?.content ?? '', ...(hint === null ? [] : [hint])].join(' '),
    previous: previous?.content,
    language: assistant.language,
    limit: limits.passages,
  })
  const fields = JSON.parse(assistant.post_call_schema) as Field[]
  const latest = history.slice(-limits.historyMessages)
  return {
    system: systemPrompt({
      assistant,
      variables,
      // Who can search is not told beforehand; the built-in model gets its passages below.
      passages: canSearch ? [] : passages,
      hint,
      now: now(),
    }),
    messages: chatHistory(newestWithin(latest, limits.historyTokens)),
    builtIn: {
      passages,
      language: assistant.language,
      assistantName: assistant.name,
      fields,
      known: Object.keys(knownValues(fields, { variables, customer })),
    },
    temperature: assistant.llm_temperature,
    sleep,
    random: () => randomShare(context),
  }
}
