import { z } from 'zod'
import { Message } from './messages.ts'
import { JsonObject } from './scalars.ts'
import { MessageTranslation } from './translations.ts'

/** `refused`: not executed, because the tool does not exist or does not accept the arguments. */
export const ToolCallStatus = z.enum(['running', 'done', 'failed', 'refused'])
export type ToolCallStatus = z.output<typeof ToolCallStatus>

/** A tool call by the assistant, as the desk sees it. */
export const ToolCall = z.object({
  id: z.int(),
  name: z.string(),
  arguments: JsonObject,
  status: ToolCallStatus,
  result: z.string().nullable().describe('Result given to the model; null while it is running.'),
  detail: z.string().nullable().describe('Reason for a failure.'),
  duration_ms: z.int().nullable(),
})
export type ToolCall = z.output<typeof ToolCall>

/** A message with the details that only the desk sees. */
export const DeskMessage = Message.extend({
  function_calls: z
    .array(ToolCall)
    .optional()
    .describe('Tool calls that the assistant made for the answer. Absent if there are none.'),
  translations: z
    .array(MessageTranslation)
    .optional()
    .describe('The message in other languages. Absent if there are none.'),
})
export type DeskMessage = z.output<typeof DeskMessage>
