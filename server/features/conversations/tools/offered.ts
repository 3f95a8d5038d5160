import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolCallStatus } from '#contracts/tool-calls.ts'
import type { Context } from '../../../context.ts'

/** How a call ended, and what the model is told of it. */
export interface ToolOutcome {
  readonly status: Exclude<ToolCallStatus, 'running'>
  /** Data for the model, never an instruction of ours. */
  readonly result: string
  /** Why it failed, for the desk alone. */
  readonly detail?: string
}

/** JSON Schema of what a function takes. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Record<
    string,
    { type: 'string' | 'number' | 'boolean'; description: string }
  >
  readonly required: string[]
  readonly additionalProperties: false
}

/** A function that a model may call in one turn. What is not offered is never run. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema
  /** Whether it may change something outside: not before a person has approved the answer. */
  readonly changesThings: boolean
  /** Whether the chat is over once the answer to it has been given. */
  readonly endsChat?: boolean
  /** Runs it. A failure is an outcome and no exception; arguments are checked in here. */
  run(args: JsonObject, signal: AbortSignal): Promise<ToolOutcome>
}

/** What it takes to run tools. */
export type ToolNeeds = Pick<
  Context,
  'db' | 'now' | 'sleep' | 'network' | 'lookup' | 'port' | 'version' | 'config'
>

export const refused = (result: string): ToolOutcome => ({ status: 'refused', result })
export const done = (result: string): ToolOutcome => ({ status: 'done', result })
export const failed = (result: string, detail?: string): ToolOutcome => ({
  status: 'failed',
  result,
  ...(detail !== undefined && { detail }),
})
