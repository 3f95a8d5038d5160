import type { Context } from '../../../context.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { customerOf } from '../customer.ts'
import { presentTurn } from '../messages/present.ts'
import type { MessageRow } from '../messages/queries.ts'
import { type Transfer, transfersIn } from '../tools/assistant-transfer.ts'
import type { ToolCallRow } from '../tools/call-queries.ts'
import { callsBySeq } from '../tools/calls-of.ts'
import type { OfferedTool, OfferNeeds } from '../tools/offered.ts'
import { visitorsOwn } from '../variables.ts'
import type { Turn } from './find-turn.ts'
import { modelInput } from './model-input.ts'
import { offerTools } from './offer-tools.ts'
import type { TurnWithCalls } from './prompt.ts'
import { madeCallOf, UNKNOWN_OUTCOME } from './tool-messages.ts'

type InputNeeds = OfferNeeds & Pick<Context, 'randomBytes' | 'models' | 'log'>

/** Input of a model for a turn of a conversation. */
export function inputOf(
  context: InputNeeds,
  {
    conversation,
    assistant,
    history,
    hint,
    manner,
    marksUnanswered,
    settles = [],
  }: Pick<Turn, 'conversation' | 'assistant' | 'history' | 'hint' | 'settles'> & {
    readonly manner?: string
    readonly marksUnanswered?: boolean | undefined
  },
  canSearch: boolean,
) {
  const { db } = context
  const variables = JSON.parse(conversation.variables)
  const ids = assistantQueries(db).languagesOf(assistant.id)
  const languages = ids.flatMap((id) => lookupQueries(db).languageCode(id) ?? [])
  return modelInput(context, {
    assistant: { ...assistant, secondaryLanguages: languages },
    variables,
    visitors: conversation.type === 'api' ? {} : visitorsOwn(assistant, variables),
    customer: customerOf(context, conversation),
    history: withCalls(context, conversation.id, history, settles),
    hint,
    manner,
    marksUnanswered,
    canSearch,
  })
}

/** History with its tool calls. Those that the turn comes back to are at the end: nothing was said about their outcome yet. */
function withCalls(
  { db }: Pick<Context, 'db'>,
  conversationId: number,
  history: readonly MessageRow[],
  settles: readonly ToolCallRow[],
): TurnWithCalls[] {
  const calls = callsBySeq(db, conversationId, history)
  const last = history.at(-1)?.seq
  return history.map((row) => {
    const others = (calls.get(row.seq) ?? []).filter(({ id }) =>
      settles.every((one) => one.id !== id),
    )
    const own = row.seq === last ? [...others, ...settles] : others
    return { ...presentTurn(row), ...(own.length > 0 && { calls: own.map(madeCallOf) }) }
  })
}

/**
 * Tools the model may call; for a draft only those without side effects, because nobody has approved it.
 * @param onTransfer called when a call in the conversation is transferred to another assistant
 */
export function toolsOf(
  context: Parameters<typeof offerTools>[0] & Pick<Context, 'write'>,
  {
    assistant,
    conversation,
    said,
    settles,
  }: Pick<Turn, 'assistant' | 'conversation' | 'said' | 'settles'>,
  onTransfer?: (transfer: Transfer) => void,
): readonly OfferedTool[] {
  // A continued answer has already used its tools.
  if (said !== '') return []
  const tools = offerTools(context, {
    userId: assistant.user_id,
    timezone: assistant.timezone,
    builtIn: JSON.parse(assistant.tools),
    toolIds: assistantQueries(context.db).toolsOf(assistant.id),
    mcpToolIds: assistantQueries(context.db).mcpToolsOf(assistant.id),
    knowledge: assistant,
    transfers: transfersIn(context, conversation, onTransfer),
  })
  if (conversation.ai_mode !== 'auto') return tools.filter(isHarmless)
  // After a refusal it does without: asking again and again would never end. A call that may have come through is not repeated.
  const mayAsk =
    !settles ||
    settles.some(
      ({ status, result }) =>
        status === 'done' || (status === 'failed' && result !== UNKNOWN_OUTCOME),
    )
  return mayAsk ? tools : tools.filter(({ asksFirst }) => !asksFirst)
}

/** Reports whether a tool needs nobody's approval: it changes nothing, and does not ask first. */
export const isHarmless = ({ changesThings, asksFirst }: OfferedTool): boolean =>
  !(changesThings || asksFirst)
