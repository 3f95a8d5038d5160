import type { Fault } from '#contracts/faults.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolCallStatus } from '#contracts/tool-calls.ts'
import type { Context } from '../../../context.ts'
import type { OnBehalf } from '../../../providers/http/on-behalf.ts'

/** Outcome of a call, and its result for the model. */
export interface ToolOutcome {
  readonly status: Exclude<ToolCallStatus, 'running'>
  /** Data for the model, never an instruction of ours. */
  readonly result: string
  /** Reason for a failure, for the desk alone. */
  readonly detail?: Fault
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
  /** True if it may have side effects, so that it waits until an operator has approved the answer. */
  readonly changesThings: boolean
  /** True if the chat ends after the answer. */
  readonly endsChat?: boolean
  /** Runs it. A failure is an outcome and no exception; arguments are checked in here. */
  run(args: JsonObject, signal: AbortSignal): Promise<ToolOutcome>
}

/** Dependencies of whatever offers tools: it says for which account they are called. */
export type OfferNeeds = Pick<
  Context,
  'db' | 'now' | 'sleep' | 'networkOf' | 'lookup' | 'port' | 'version' | 'config'
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
