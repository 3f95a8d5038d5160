import path from 'node:path'
import Database from 'better-sqlite3'

/** A webhook as stored in the file while nobody has it open. */
export interface Stored {
  readonly message_id: string
  readonly status: string
  readonly attempts: number
  readonly next_attempt_at: number | null
  readonly conversation: string
}

/** All webhooks of a folder, directly from its file. */
export function readOutbox(folder: string): Stored[] {
  const db = new Database(path.join(folder, 'data', 'parley.db'), { readonly: true })
  try {
    return db
      .prepare<[], Stored>(`
        SELECT message_id, webhook_deliveries.status, attempts, next_attempt_at, conversations.uuid AS conversation
        FROM webhook_deliveries JOIN conversations ON conversations.id = conversation_id
      `)
      .all()
  } finally {
    db.close()
  }
}
