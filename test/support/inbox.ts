import { randomUUID } from 'node:crypto'
import type { TestServer } from './server.ts'

/** A conversation for tests; omitted fields are as in a new one. */
export interface Wanted {
  readonly userId?: number
  readonly type?: string
  readonly at?: number
  /** Default: the account's first. */
  readonly assistantId?: number
  readonly messages?: readonly (readonly [
    author: 'visitor' | 'assistant' | 'operator',
    text: string,
  ])[]
  readonly email?: string
  readonly name?: string
}

/** Inserts a conversation into the database as the application would have left it; returns its ids. */
export function madeConversation({ context }: Pick<TestServer, 'context'>, wanted: Wanted = {}) {
  const { db } = context
  const { userId = 1, type = 'widget', at = Date.now(), messages = [], email, name } = wanted
  const uuid = randomUUID()
  const assistantId =
    wanted.assistantId ??
    db
      .prepare<[number], number>('SELECT min(id) FROM assistants WHERE user_id = ?')
      .pluck()
      .get(userId)!
  const visitorId = db
    .prepare<unknown[], number>(`
      INSERT INTO visitors (uuid, user_id, assistant_id, name, email, created_at, last_seen_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id
    `)
    .pluck()
    .get(randomUUID(), userId, assistantId, name ?? null, email ?? null, at, at)!
  const id = db
    .prepare<unknown[], number>(`
      INSERT INTO conversations (uuid, user_id, assistant_id, visitor_id, type, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id
    `)
    .pluck()
    .get(uuid, userId, assistantId, visitorId, type, at, at)!
  const say = (author: string, content: string, status = 'complete', said = at): number => {
    const seq = db
      .prepare<unknown[], number>(`
        UPDATE conversations SET message_count = message_count + 1, unread_count = unread_count + ?
        WHERE id = ? RETURNING message_count
      `)
      .pluck()
      .get(author === 'visitor' ? 1 : 0, id)!
    return db
      .prepare<unknown[], number>(`
        INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
        VALUES (?, ?, ?, '', ?, ?, ?) RETURNING id
      `)
      .pluck()
      .get(id, seq, author, content, status, said)!
  }
  for (const [author, text] of messages) say(author, text)
  return { id, uuid, visitorId, say }
}

/** Prevents conversations from ending by themselves, however old they are. */
export function neverIdle({ context }: Pick<TestServer, 'context'>): void {
  context.db.exec('UPDATE assistants SET conversation_inactivity_timeout = 100000000')
}
