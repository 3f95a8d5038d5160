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

/** Result of a call in the middle of which Parley stopped. */
export const UNKNOWN_OUTCOME =
  'It is not known whether this call came through. Do not make it again.'

/** Result of a call that waits for a person. */
export const WAITING_RESULT =
  'Not made yet: a colleague was asked to approve this call. Say that you are checking with a colleague. Do not make it again, and do not say that it was made.'

/** Converts a stored call of an earlier turn, or of an earlier process. */
export const madeCallOf = ({
  id,
  name,
  arguments: args,
  status,
  result,
}: ToolCallRow): MadeCall => ({
  id,
  name,
  args: JSON.parse(args),
  result: result ?? (status === 'running' ? UNKNOWN_OUTCOME : WAITING_RESULT),
})

/**
 * Calls and their results as messages for models: results are data in messages of the tool role, never part of the
 * instructions.
 */
export function messagesOfCalls(
  calls: readonly MadeCall[],
  text = '',
): readonly LanguageModelV4Message[] {
  if (calls.length === 0) return []
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
