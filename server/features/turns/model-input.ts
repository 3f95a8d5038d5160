import type { Turn } from '#contracts/conversations.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { type Context, randomShare } from '../../context.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { searchKnowledge } from '../knowledge/search.ts'
import { chatHistory, systemPrompt } from './prompt.ts'

interface Question {
  readonly assistant: AssistantWithLanguage
  readonly variables: JsonObject
  /** What was said so far; the last of it is the user's, and what is to be answered. */
  readonly history: readonly Turn[]
}

/** What a model is given for one answer of an assistant, in a chat and on the telephone alike. */
export function modelInput(
  context: Pick<Context, 'db' | 'config' | 'now' | 'sleep' | 'randomBytes'>,
  { assistant, variables, history }: Question,
) {
  const { db, config, now, sleep } = context
  const [question, previous] = history.filter(({ role }) => role === 'user').toReversed()
  const passages = searchKnowledge(db, assistant.knowledgebase_id, {
    question: question?.content ?? '',
    previous: previous?.content,
    language: assistant.language,
    limit: config.limits.passages,
  })
  return {
    system: systemPrompt(assistant, variables, passages, now()),
    messages: chatHistory(history.slice(-config.limits.historyMessages)),
    builtIn: { passages, language: assistant.language, assistantName: assistant.name },
    temperature: assistant.llm_temperature,
    sleep,
    random: () => randomShare(context),
  }
}
