import type { Localizer } from '#contracts/localize.ts'
import type { PlaygroundEvent } from '#contracts/playground.ts'
import type { Turn } from '#contracts/public-chat.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolCall } from '#contracts/tool-calls.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { isUnknown } from '../../../language/hand-over.ts'
import type { Turn as ModelTurn } from '../../../providers/llm/generation.ts'
import type { OfferedTool, OfferNeeds } from '../../conversations/tools/offered.ts'
import type { CallLog } from '../../conversations/turns/call-log.ts'
import { candidatesOf } from '../../conversations/turns/candidates.ts'
import { assertFunds } from '../../conversations/turns/funds.ts'
import { modelInput } from '../../conversations/turns/model-input.ts'
import { isSearchable, offerTools } from '../../conversations/turns/offer-tools.ts'
import { answerInRounds } from '../../conversations/turns/rounds.ts'
import { leavesUnanswered } from '../../conversations/turns/sources-of-answer.ts'
import { toDollars } from '../../platform/values/dollars.ts'
import type { Draft } from './draft.ts'

type Needs = OfferNeeds & Pick<Context, 'events' | 'randomBytes' | 'models' | 'log' | 'write'>

interface Question {
  readonly userId: number
  /** The assistant whose budget is charged; null for the draft of a new one. */
  readonly assistantId: number | null
  readonly draft: Draft
  readonly variables: JsonObject | undefined
  readonly history: readonly Turn[]
  readonly signal: AbortSignal
  /** Localizer of the reasons for failed tool calls. */
  readonly localizer: Localizer
  /** Replaces the tools that the model is offered. */
  readonly withTools?: (tools: readonly OfferedTool[]) => readonly OfferedTool[]
}

/**
 * Generates a draft's answer like that of a stored assistant and reports every step; nothing is stored.
 * @throws AppError before the first step if there is no model or no money
 */
export function answerAsDraft(
  context: Needs,
  {
    userId,
    assistantId,
    draft,
    variables,
    history,
    signal,
    localizer,
    withTools = (tools) => tools,
  }: Question,
): (send: (event: PlaygroundEvent) => void) => Promise<void> {
  const { now } = context
  const { assistant } = draft
  const [first, ...others] = candidatesOf(context, assistant)
  if (!first) throw new AppError('model_unavailable')
  assertFunds(context, { ...assistant, user_id: userId })
  const tools = withTools(offerTools(context, draft.toolbox))

  return async (send) => {
    const input = await modelInput(context, {
      assistant,
      variables: { ...draft.variables, ...variables },
      history,
      canSearch: isSearchable(tools),
    })
    const startedAt = now().getTime()
    let first_token_ms: number | null = null
    const { system, temperature } = input
    const passages = input.passages.map(({ heading, content }) => ({ heading, content }))
    const names = tools.map(({ name }) => name)
    const told = { system, messages: spoken(input.messages), passages, temperature, tools: names }
    send({ type: 'input', data: { model: first.row.name, ...told } })
    const { result, usage, cost, refused, isUnanswered } = await answerInRounds(context, {
      payer: { userId, assistantId, conversationId: null, visitorId: null },
      candidates: [first, ...others],
      input,
      tools,
      log: reportCalls(send, localizer),
      signal,
      onText: (text) => {
        first_token_ms ??= now().getTime() - startedAt
        send({ type: 'delta', data: { text } })
      },
    })
    const question = history.at(-1)!.content
    const about = { isUnanswered, question, language: assistant.language, result }
    send({
      type: 'end',
      data: {
        complete: result.complete,
        reason: refused === undefined ? result.reason : 'over_budget',
        detail: result.detail,
        is_unanswered: leavesUnanswered(about) || isUnknown(result.text),
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
        is_estimated: usage.isEstimated,
        cost: toDollars(cost),
        first_token_ms,
        total_ms: now().getTime() - startedAt,
      },
    })
  }
}

/** The history as sent, without tool calls. */
function spoken(messages: readonly ModelTurn[]): Turn[] {
  return messages.flatMap(({ role, content }) =>
    typeof content === 'string' && (role === 'user' || role === 'assistant')
      ? [{ role, content }]
      : [],
  )
}

/** Reports every tool call when it starts and ends. */
function reportCalls(send: (event: PlaygroundEvent) => void, localizer: Localizer): CallLog {
  const begun: Pick<ToolCall, 'name' | 'arguments'>[] = []
  return {
    async begin(name, args) {
      const id = begun.push({ name, arguments: args })
      const nothing = { result: null, detail: null, duration_ms: null }
      send({ type: 'call', data: { id, name, arguments: args, status: 'running', ...nothing } })
      return id
    },
    async end(id, { status, result, detail: reason }, duration_ms) {
      const detail = reason ? localizer.translate(reason) : null
      send({ type: 'call', data: { id, ...begun[id - 1]!, status, result, detail, duration_ms } })
    },
  }
}
