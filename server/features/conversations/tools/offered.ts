import type { Fault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolCallStatus } from '#contracts/tool-calls.ts'
import type { Context } from '../../../context.ts'
import type { OnBehalf } from '../../../providers/http/on-behalf.ts'
import type { ToolSchema } from '../../../providers/mcp/input-schema.ts'

/** Outcome of a call, and its result for the model. */
export interface ToolOutcome {
  readonly status: Extract<ToolCallStatus, 'done' | 'failed' | 'refused'>
  /** Data for the model, never an instruction of ours. */
  readonly result: string
  /** Reason for a failure, for the desk only. */
  readonly detail?: Fault
}

/** JSON Schema of a function's arguments. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Record<
    string,
    { type: 'string' | 'number' | 'boolean'; description: string }
  >
  readonly required: string[]
  readonly additionalProperties: false
}

/** A stored tool whose calls wait for a person: a custom tool, or one of an MCP server. */
export interface AskedTool {
  readonly toolId: number | null
  readonly mcpToolId: number | null
  /** Error in the arguments, for the model; undefined if the call may be shown to a person. */
  readonly faultOf: (args: JsonObject) => string | undefined
}

/** A function that a model may call in one turn. Only offered functions ever run. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: InputSchema | ToolSchema
  /** True if it may have side effects: then it waits until an operator has approved the answer. */
  readonly changesThings: boolean
  /** True if the chat ends after the answer. */
  readonly endsChat?: boolean
  /** Set if a person approves each call before it is made. */
  readonly asksFirst?: AskedTool
  /** Runs it. Validates the arguments; a failure is an outcome, not an exception. */
  run(args: JsonObject, signal: AbortSignal): Promise<ToolOutcome>
}

/** Dependencies for offering tools; `networkOf` selects the account. */
export type OfferNeeds = Pick<
  Context,
  | 'db'
  | 'write'
  | 'events'
  | 'now'
  | 'sleep'
  | 'networkOf'
  | 'lookup'
  | 'port'
  | 'version'
  | 'config'
>

/** Dependencies of tool calls. */
export type ToolNeeds = OnBehalf & Omit<OfferNeeds, 'networkOf'>

export const refused = (result: string): ToolOutcome => ({ status: 'refused', result })
export const done = (result: string): ToolOutcome => ({ status: 'done', result })
export const failed = (result: string, detail?: Fault): ToolOutcome => ({
  status: 'failed',
  result,
  ...(detail !== undefined && { detail }),
})
