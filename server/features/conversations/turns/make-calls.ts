import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { fault } from '#contracts/faults.ts'
import { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { failed, type OfferedTool, refused, type ToolOutcome } from '../tools/offered.ts'
import type { CallLog } from './call-log.ts'
import { type MadeCall, WAITING_RESULT } from './tool-messages.ts'

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
interface Made {
  readonly calls: readonly MadeCall[]
  /** True if one of the calls ends the chat. */
  readonly endsChat: boolean
  /** True if one of the calls waits for a person: the answer ends with saying so. */
  readonly isWaiting: boolean
}

/** Makes the calls requested by a model, sequentially; only offered functions ever run. */
export async function makeCalls(
  context: Pick<Context, 'now' | 'config' | 'log'>,
  { calls, tools, log, left, signal }: CallsInput,
): Promise<Made> {
  const made: MadeCall[] = []
  let endsChat = false
  let isWaiting = false
  for (const { toolName, input } of calls) {
    if (signal.aborted || made.length >= left) break
    const args = argumentsOf(input, context.config.limits.toolArgumentChars)
    const tool = tools.find(({ name }) => name === toolName)
    const name = toolName.slice(0, 64)
    const asked = await askFirst(log, tool, name, args)
    if (asked !== undefined) {
      made.push({ id: asked, name, args: args ?? {}, result: WAITING_RESULT })
      isWaiting = true
      continue
    }
    const startedAt = context.now().getTime()
    const id = await log.begin(name, args ?? {})
    const outcome = await outcomeOf(context, tool, args, signal)
    await log.end(id, outcome, context.now().getTime() - startedAt)
    made.push({ id, name, args: args ?? {}, result: outcome.result })
    endsChat ||= tool?.endsChat === true && outcome.status === 'done'
  }
  return { calls: made, endsChat, isWaiting }
}

/** Asks a person about a call; undefined if its tool does not ask first, its arguments are wrong, or nobody can be asked. */
async function askFirst(
  log: CallLog,
  tool: OfferedTool | undefined,
  name: string,
  args: JsonObject | undefined,
): Promise<number | undefined> {
  const asking = tool?.asksFirst
  if (!(asking && args) || asking.faultOf(args) !== undefined) return undefined
  return await log.ask?.(name, args, asking)
}

async function outcomeOf(
  { log }: Pick<Context, 'log'>,
  tool: OfferedTool | undefined,
  args: JsonObject | undefined,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (!tool) return refused('There is no such function.')
  if (!args) return refused('The function was not called. Its arguments are no JSON object.')
  // Nobody could be asked; wrong arguments are refused with the reason.
  if (tool.asksFirst && tool.asksFirst.faultOf(args) === undefined) return refused(NOBODY_ASKED)
  try {
    return await tool.run(args, signal)
  } catch (error) {
    log.error({ err: error, tool: tool.name }, 'a tool broke')
    return failed('The function failed.', fault('tool_broke'))
  }
}

const NOBODY_ASKED =
  'The function was not called: a colleague has to approve this call, and none can be asked now. Say that a colleague will take care of it.'

/** Arguments as an object; undefined if they are not one, or too long to store. */
function argumentsOf(input: string, most: number): JsonObject | undefined {
  if (input.length > most) return undefined
  return JsonObject.safeParse(input.trim() === '' ? {} : JSON.parse(input)).data
}
