import type { LanguageModelV4Message } from '@ai-sdk/provider'
import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolCallRow } from '../tools/call-queries.ts'

/** A past call in a model's history. */
export interface MadeCall {
  readonly id: number
  readonly name: string
  readonly args: JsonObject
  readonly result: string
}

/** Converts a stored call of an earlier turn, or of an earlier process. */
export const madeCallOf = ({ id, name, arguments: args, result }: ToolCallRow): MadeCall => ({
  id,
  name,
  args: JSON.parse(args),
  result: result ?? 'It is not known whether this call came through. Do not make it again.',
})

/**
 * Calls and their results as messages for models: results are data in messages of the tool role, never part of the
 * instructions.
 */
export function messagesOfCalls(
  calls: readonly MadeCall[],
  text = '',
): readonly LanguageModelV4Message[] {
  const named = calls.map(({ id, name: toolName, ...call }) => ({
    toolCallId: `call_${id}`,
    toolName,
    ...call,
  }))
  return [
    {
      role: 'assistant',
      content: [
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...named.map(({ toolCallId, toolName, args: input }) => ({
          type: 'tool-call' as const,
          toolCallId,
          toolName,
          input,
        })),
      ],
    },
    {
      role: 'tool',
      content: named.map(({ toolCallId, toolName, result: value }) => ({
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'text' as const, value },
      })),
    },
  ]
}
