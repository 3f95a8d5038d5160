import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { fault } from '#contracts/faults.ts'
import { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { failed, type OfferedTool, refused, type ToolOutcome } from '../tools/offered.ts'
import type { CallLog } from './call-log.ts'
import type { MadeCall } from './tool-messages.ts'

interface CallsInput {
  readonly calls: readonly LanguageModelV4ToolCall[]
  readonly tools: readonly OfferedTool[]
  readonly log: CallLog
  /** Number of calls left in this turn. */
  readonly left: number
  /** Aborted on timeout, or once the answer is no longer wanted. */
  readonly signal: AbortSignal
}

/** Results of one round of calls. */
export interface Made {
  readonly calls: readonly MadeCall[]
  /** True if one of the calls ends the chat. */
  readonly endsChat: boolean
}

/** Makes the calls requested by a model, sequentially; only offered functions ever run. */
export async function makeCalls(
  context: Pick<Context, 'now' | 'config' | 'log'>,
  { calls, tools, log, left, signal }: CallsInput,
): Promise<Made> {
  const made: MadeCall[] = []
  let endsChat = false
  for (const { toolName, input } of calls) {
    if (signal.aborted || made.length >= left) break
    const args = argumentsOf(input, context.config.limits.toolArgumentChars)
    const tool = tools.find(({ name }) => name === toolName)
    const startedAt = context.now().getTime()
    const id = await log.begin(toolName.slice(0, 64), args ?? {})
    const outcome = await outcomeOf(context, tool, args, signal)
    await log.end(id, outcome, context.now().getTime() - startedAt)
    made.push({ id, name: toolName.slice(0, 64), args: args ?? {}, result: outcome.result })
    endsChat ||= tool?.endsChat === true && outcome.status === 'done'
  }
  return { calls: made, endsChat }
}

async function outcomeOf(
  { log }: Pick<Context, 'log'>,
  tool: OfferedTool | undefined,
  args: JsonObject | undefined,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (!tool) return refused('There is no such function.')
  if (!args) return refused('The function was not called. Its arguments are no JSON object.')
  try {
    return await tool.run(args, signal)
  } catch (error) {
    log.error({ err: error, tool: tool.name }, 'a tool broke')
    return failed('The function failed.', fault('tool_broke'))
  }
}

/** Arguments as an object; undefined if they are not one, or too long to store. */
function argumentsOf(input: string, most: number): JsonObject | undefined {
  if (input.length > most) return undefined
  return JsonObject.safeParse(input.trim() === '' ? {} : JSON.parse(input)).data
}
