import type { Context } from '../../../context.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { lookupQueries } from '../../platform/lookups/queries.ts'
import { customerOf } from '../customer.ts'
import { presentTurn } from '../messages/present.ts'
import type { MessageRow } from '../messages/queries.ts'
import { type Transfer, transfersIn } from '../tools/assistant-transfer.ts'
import { callsBySeq } from '../tools/calls-of.ts'
import type { OfferedTool, OfferNeeds } from '../tools/offered.ts'
import { visitorsOwn } from '../variables.ts'
import type { Turn } from './find-turn.ts'
import { modelInput } from './model-input.ts'
import { offerTools } from './offer-tools.ts'
import type { TurnWithCalls } from './prompt.ts'
import { madeCallOf } from './tool-messages.ts'

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
  }: Pick<Turn, 'conversation' | 'assistant' | 'history' | 'hint'> & { readonly manner?: string },
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
    history: withCalls(context, conversation.id, history),
    hint,
    manner,
    canSearch,
  })
}

/** History with its tool calls. */
function withCalls(
  { db }: Pick<Context, 'db'>,
  conversationId: number,
  history: readonly MessageRow[],
): TurnWithCalls[] {
  const calls = callsBySeq(db, conversationId, history)
  return history.map((row) => {
    const own = calls.get(row.seq)
    return { ...presentTurn(row), ...(own && { calls: own.map(madeCallOf) }) }
  })
}

/**
 * Tools the model may call; for a draft only those without side effects, because nobody has approved it.
 * @param onTransfer called when a call in the conversation is transferred to another assistant
 */
export function toolsOf(
  context: Parameters<typeof offerTools>[0] & Pick<Context, 'write'>,
  { assistant, conversation, said }: Pick<Turn, 'assistant' | 'conversation' | 'said'>,
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
  return conversation.ai_mode === 'auto'
    ? tools
    : tools.filter(({ changesThings }) => !changesThings)
}
