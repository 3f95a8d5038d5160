import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import type { Context } from '../../../context.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import type { ConversationRow } from '../queries.ts'
import { inputSchemaOf } from './arguments.ts'
import { assistantTransferQueries } from './assistant-transfer-queries.ts'
import { done, type OfferedTool, refused } from './offered.ts'

/** Maximum number of transfers of one conversation or call. */
export const MAX_TRANSFERS = 3

/** A transfer that was made. */
export interface Transfer {
  readonly assistant: AssistantWithLanguage
  /** The target greets the caller. */
  readonly greets: boolean
}

/** Transfers of a conversation or call to other assistants. */
export interface Transfers {
  /** Id of the assistant that answers now. */
  readonly actingId: number
  /** Transfers made so far. */
  readonly count: number
  /** The answer that makes a transfer ends with it: on a call the next words have another voice. */
  readonly endsAnswer: boolean
  /** Transfers it; resolves to false if the maximum has been reached. */
  to(transfer: Transfer): Promise<boolean>
}

/** Effects of transfers where they are made. */
interface TransferHandlers {
  /** Stores the new acting assistant by id; false if the maximum has been reached. */
  readonly store: (assistantId: number) => Promise<boolean>
  readonly endsAnswer: boolean
  readonly made?: ((transfer: Transfer) => void) | undefined
}

/** Transfers of the conversation or call in this row. */
export const transfersOf = (
  row: Pick<ConversationRow, 'assistant_id' | 'acting_assistant_id' | 'assistant_transfers'>,
  { store, endsAnswer, made }: TransferHandlers,
): Transfers => ({
  actingId: row.acting_assistant_id ?? row.assistant_id,
  count: row.assistant_transfers,
  endsAnswer,
  async to(transfer) {
    const isMade = await store(transfer.assistant.id)
    if (isMade) made?.(transfer)
    return isMade
  },
})

/** Transfers of a conversation; on a call in it the voice changes. */
export const transfersIn = (
  { db, write }: Pick<Context, 'db' | 'write'>,
  conversation: ConversationRow,
  onCall?: (transfer: Transfer) => void,
): Transfers =>
  transfersOf(conversation, {
    store: (to) =>
      write((tx) => assistantTransferQueries(db).transfer(tx, conversation.id, to, MAX_TRANSFERS)),
    endsAnswer: onCall !== undefined,
    made: onCall,
  })

interface Offer {
  readonly userId: number
  readonly builtIn: readonly BuiltInTool[]
  readonly transfers: Transfers
}

/** The `assistant_transfer` tools whose targets can take over. */
export function assistantTransferTools(
  { db }: Pick<Context, 'db'>,
  { userId, builtIn, transfers }: Offer,
): readonly OfferedTool[] {
  if (transfers.count >= MAX_TRANSFERS) return []
  return builtIn.flatMap((tool) => {
    if (tool.type !== 'assistant_transfer' || tool.assistant_id === transfers.actingId) return []
    const assistant = assistantQueries(db).find(userId, tool.assistant_id)
    return assistant?.switched_off === 0 ? [transferTool(tool, assistant, transfers)] : []
  })
}

function transferTool(
  tool: Extract<BuiltInTool, { type: 'assistant_transfer' }>,
  assistant: AssistantWithLanguage,
  transfers: Transfers,
): OfferedTool {
  const { description, message_before_transfer: message, speak_transfer_greeting: greets } = tool
  return {
    name: `transfer_to_assistant_${assistant.id}`,
    description: description ?? `Hand over to the assistant "${assistant.name}".`,
    inputSchema: inputSchemaOf([]),
    changesThings: true,
    ...(transfers.endsAnswer && { endsChat: true }),
    async run() {
      const isMade = await transfers.to({ assistant, greets })
      if (!isMade) return refused('The conversation cannot be handed over again.')
      const saying = message
        ? `Say exactly this and nothing else: ${message}`
        : `Say in one sentence that ${assistant.name} takes over.`
      return done(`${assistant.name} answers from now on. ${saying}`)
    },
  }
}
