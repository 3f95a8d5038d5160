import type { Localizer } from '#contracts/localize.ts'
import type { DeskMessage } from '#contracts/tool-calls.ts'
import type { Db } from '../../../db/open.ts'
import { presentAuthored } from '../messages/present.ts'
import type { MessageRow } from '../messages/queries.ts'
import { presentTranslation, translationQueries } from '../writing-aid/queries.ts'
import { type ToolCallRow, toolCallQueries } from './call-queries.ts'
import { presentToolCall } from './present-call.ts'

/** Tool calls by the sequence number of the message they answer. */
export function callsBySeq(
  db: Db,
  conversationId: number,
  messages: readonly Pick<MessageRow, 'seq'>[],
): Map<number, ToolCallRow[]> {
  const [first, last] = [messages[0]?.seq, messages.at(-1)?.seq]
  if (first === undefined || last === undefined) return new Map()
  const calls = toolCallQueries(db).between(conversationId, first, last)
  return Map.groupBy(calls, ({ answers_seq }) => answers_seq)
}

/** Converts messages for the desk, with their tool calls and translations. */
export function presentDeskMessages(
  db: Db,
  conversationId: number,
  messages: readonly MessageRow[],
  localizer: Localizer,
): DeskMessage[] {
  const calls = callsBySeq(db, conversationId, messages)
  const [first = 0, last = 0] = [messages[0]?.seq, messages.at(-1)?.seq]
  const translations = translationQueries(db).between(conversationId, first, last)
  return messages.map((row) => {
    const own = calls.get(row.seq)
    const translated = translations.get(row.id)
    return {
      ...presentAuthored(row),
      ...(own && { function_calls: own.map((call) => presentToolCall(call, localizer)) }),
      ...(translated && { translations: translated.map(presentTranslation) }),
    }
  })
}
