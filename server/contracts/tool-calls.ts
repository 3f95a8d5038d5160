import { z } from 'zod'
import { Message } from './messages.ts'
import { JsonObject } from './scalars.ts'

/** `refused`: not executed, because the tool does not exist or does not accept the arguments. */
export const ToolCallStatus = z.enum(['running', 'done', 'failed', 'refused'])
export type ToolCallStatus = z.output<typeof ToolCallStatus>

/** A tool call by the assistant, as the desk sees it. */
export const ToolCall = z.object({
  id: z.int(),
  name: z.string(),
  arguments: JsonObject,
  status: ToolCallStatus,
  result: z.string().nullable().describe('What the model was told; null while it runs.'),
  detail: z.string().nullable().describe('Why it failed.'),
  duration_ms: z.int().nullable(),
})
export type ToolCall = z.output<typeof ToolCall>

/** A message with the details that only the desk sees. */
export const DeskMessage = Message.extend({
  function_calls: z
    .array(ToolCall)
    .optional()
    .describe('What the assistant asked of its tools to answer it. Absent where there is nothing.'),
})
export type DeskMessage = z.output<typeof DeskMessage>
