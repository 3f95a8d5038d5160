import { MAX_ANSWERS_OF_ONE } from '#contracts/replays.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Db } from '../../../db/open.ts'
import { type MessageRow, messageQueries } from '../../conversations/messages/queries.ts'
import { type ToolCallRow, toolCallQueries } from '../../conversations/tools/call-queries.ts'
import { type ReplayedConversation, replayQueries } from './queries.ts'

/** A message of a visitor that was answered, with what was said. */
export interface ReplayedQuestion {
  readonly conversation: ReplayedConversation
  readonly variables: JsonObject
  /** Messages up to the question, inclusive. */
  readonly history: readonly MessageRow[]
  readonly reply: readonly MessageRow[]
  /** Calls that were made for the reply. */
  readonly calls: readonly ToolCallRow[]
}

/** The answered questions of an assistant's newest conversations, newest conversation first. */
export function questionsOf(
  db: Db,
  userId: number,
  assistantId: number,
  conversations: number,
): ReplayedQuestion[] {
  return replayQueries(db)
    .latest(userId, assistantId, conversations)
    .flatMap((conversation) => questionsIn(db, conversation))
}

function questionsIn(db: Db, conversation: ReplayedConversation): ReplayedQuestion[] {
  const messages = messageQueries(db)
    .all(conversation.id)
    .filter(({ status, author }) => author === 'visitor' || status !== 'streaming')
  const ends = messages.flatMap(({ author }, index) => {
    const next = messages[index + 1]
    return author === 'visitor' && next && next.author !== 'visitor' ? [index] : []
  })
  return ends.slice(-MAX_ANSWERS_OF_ONE).map((end) => {
    const rest = messages.slice(end + 1)
    const next = rest.findIndex(({ author }) => author === 'visitor')
    const reply = next < 0 ? rest : rest.slice(0, next)
    const calls = toolCallQueries(db).between(
      conversation.id,
      messages[end]!.seq,
      reply.at(-1)!.seq,
    )
    const variables = JSON.parse(conversation.variables) as JsonObject
    return { conversation, variables, history: messages.slice(0, end + 1), reply, calls }
  })
}

/** The text of a reply. */
export const textOf = (reply: readonly Pick<MessageRow, 'content'>[]): string =>
  reply.map(({ content }) => content).join('\n\n')
