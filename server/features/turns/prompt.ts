import type { Turn } from '#contracts/public-chat.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { fillIn, promptVariables } from '../conversations/variables.ts'
import type { PassageRow } from '../knowledge/passage-queries.ts'

/** What of an assistant decides what a model is told. */
export type Speaker = Pick<
  AssistantWithLanguage,
  'uuid' | 'name' | 'timezone' | 'language' | 'system_prompt'
>

interface Briefing {
  readonly assistant: Speaker
  readonly variables: JsonObject
  readonly passages: readonly PassageRow[]
  /** What a person asks of the next answer. */
  readonly hint: string | null
  readonly now: Date
}

/** What a model is told before the conversation: the assistant's prompt, its language, and what it may rely on. */
export function systemPrompt({ assistant, variables, passages, hint, now }: Briefing): string {
  const prompt = fillIn(assistant.system_prompt, promptVariables(assistant, variables, now))
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(assistant.language)
  const parts = [prompt, `Answer in ${language} unless the visitor writes in another language.`]
  if (passages.length > 0) {
    parts.push(
      'Rely on these passages where they answer the question. If nothing here answers it, say so and that a person will follow up; never invent facts.',
      ...passages.map(({ heading, content }) => `### ${heading}\n${content}`),
    )
  }
  if (hint !== null) parts.push(`For the next answer a colleague asks of you: ${hint}`)
  return parts.join('\n\n')
}

/** The history as a model takes it: two roles, nothing empty, neighbours of one role joined. */
export function chatHistory(turns: readonly Turn[]): Turn[] {
  const history: Turn[] = []
  for (const { role, content } of turns) {
    if (content.trim() === '') continue
    const last = history.at(-1)
    if (last?.role === role) last.content += `\n\n${content}`
    else history.push({ role, content })
  }
  return history
}
