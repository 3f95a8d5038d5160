import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { Generation, Turn } from './generation.ts'
import { FRAME, tokensIn, truncateTo } from './tokens.ts'

/** Tokens reserved for the answer: at most a quarter of a small window. */
const ANSWER = 2048
const ANSWER_SHARE = 4

/** Maximum share of the available tokens for which the firm part of a prompt stays uncut. */
const FIRM_SHARE = 0.75

/**
 * Fits a request and its answer into a model's context window. Drops the oldest messages first; the last message and
 * its tool results stay, shortened if necessary. The firm part of the prompt stays uncut if that leaves room for a
 * question. Without a known window, returns the request unchanged.
 */
export function fitted(generation: Generation, window: number | null): Generation {
  if (window === null) return generation
  const { messages, system, firmSystem = '', tools = [] } = generation
  const answer = Math.min(ANSWER, Math.floor(window / ANSWER_SHARE))
  const room = window - answer - (tools.length > 0 ? tokensIn(JSON.stringify(tools)) : 0)
  const firm = tokensIn(firmSystem)
  // A firm part that leaves hardly any room for the question may be cut like the rest.
  const share = firm <= room * FIRM_SHARE ? Math.max(room / 2, firm) : room / 2
  const fittedSystem = truncateTo(system, Math.floor(share))
  const kept = newest(messages, room - tokensIn(fittedSystem) - FRAME)
  const { maxOutputTokens } = generation
  return {
    ...generation,
    system: fittedSystem,
    messages: kept,
    ...(maxOutputTokens !== undefined && { maxOutputTokens: Math.min(maxOutputTokens, answer) }),
  }
}

/** The newest messages that fit; always includes the last user message and what follows. */
function newest(messages: readonly Turn[], room: number): readonly Turn[] {
  const last = Math.max(
    0,
    messages.findLastIndex(({ role }) => role === 'user'),
  )
  const due = shortened(messages.slice(last), room)
  let left = room - weightOf(due)
  const older = messages.slice(0, last)
  const first = older.findLastIndex((message) => {
    left -= weightOf([message])
    return left < 0
  })
  const kept = older.slice(first + 1)
  // A tool result is invalid without its call.
  const start = kept.findIndex(({ role }) => role !== 'tool')
  return [...(start === -1 ? [] : kept.slice(start)), ...due]
}

const weightOf = (messages: readonly Turn[]): number =>
  messages.reduce((sum, { content }) => sum + tokensIn(textOf(content)) + FRAME, 0)

const textOf = (content: Turn['content']): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

/** Shortens messages to an equal share of the available tokens, unless all of them fit. */
function shortened(messages: readonly Turn[], room: number): readonly Turn[] {
  if (weightOf(messages) <= room) return messages
  const parts = messages.reduce(
    (sum, { content }) => sum + (typeof content === 'string' ? 1 : content.length),
    0,
  )
  const share = Math.max(0, Math.floor(room / parts) - 2 * FRAME)
  return messages.map((message): Turn => {
    const { content } = message
    if (message.role === 'user' && typeof content === 'string')
      return { role: 'user', content: truncateTo(content, share, 'start') }
    return message.role === 'tool' ? shortResults(message, share) : message
  })
}

function shortResults(
  message: Extract<LanguageModelV4Message, { role: 'tool' }>,
  share: number,
): Turn {
  const content = message.content.map((part) =>
    part.type === 'tool-result' && part.output.type === 'text'
      ? { ...part, output: { ...part.output, value: truncateTo(part.output.value, share) } }
      : part,
  )
  return { ...message, content }
}
