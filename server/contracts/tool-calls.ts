import { z } from 'zod'
import { Actor } from './activities.ts'
import { AuthoredMessage } from './messages.ts'
import { JsonObject } from './scalars.ts'
import { MessageTranslation } from './translations.ts'

/**
 * `refused`: not executed, because the tool does not exist or does not accept the arguments. Calls of tools that ask first are
 * `waiting` for a person, `approved` until they are made, or never made: `declined` by a person, or `expired` without an answer.
 */
export const ToolCallStatus = z.enum([
  'waiting',
  'approved',
  'running',
  'done',
  'failed',
  'refused',
  'declined',
  'expired',
])
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
  approval: z
    .object({
      expires_at: z.iso
        .datetime()
        .describe('Time at which the assistant continues without the call.'),
      by: Actor.nullable().describe('The operator who approved or declined it.'),
      decided_at: z.iso.datetime().nullable(),
      is_always: z.boolean().describe('Whether this decision turned off asking first.'),
      reason: z.string().nullable().describe('Reason for declining it, as the model was told.'),
    })
    .optional()
    .describe('The question to a person; absent if the tool does not ask first.'),
})
export type ToolCall = z.output<typeof ToolCall>

/** A message with the details that only the desk sees. */
export const DeskMessage = AuthoredMessage.extend({
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
