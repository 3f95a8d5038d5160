import type Database from 'better-sqlite3'

/** Text of a message of the torture, anywhere. */
const MESSAGE = /\bc\d+ [mr]\d\b/g

interface Entry {
  /** Messages that it is about; none for what concerns all. */
  readonly about: readonly string[]
  /** Time, ms of this machine. */
  readonly at: number
  readonly what: string
}

export type Journal = ReturnType<typeof createJournal>

/** History of each message: on both sides, in which life of the server, with which answers. */
export function createJournal() {
  const entries: Entry[] = []
  const begun = Date.now()
  let subject = ''

  function note(what: string, about = subject): void {
    const messages = about.match(MESSAGE) ?? []
    // Emails of others concern nobody here.
    if (about === '' || messages.length > 0) entries.push({ about: messages, at: Date.now(), what })
  }

  return {
    /** Notes what happened, by default to the message that is being written. */
    note,
    /** Does work for a message. */
    async during<result>(text: string, work: () => Promise<result>): Promise<result> {
      subject = text
      try {
        return await work()
      } finally {
        subject = ''
      }
    },
    /** The history of a message, with the kills meanwhile. */
    of(text: string): string[] {
      const own = entries.filter(({ about }) => about.includes(text))
      const first = own[0]?.at ?? begun
      return entries
        .filter(({ about, at }) => about.includes(text) || (about.length === 0 && at >= first))
        .map(({ at, what }) => `${((at - begun) / 1000).toFixed(1)} s  ${what}`)
    },
  }
}

/** Rows about a message in the database: its own, and everything that was to carry it. */
export function rowsAbout(db: Database.Database, text: string): string[] {
  const all = (name: string, sql: string) =>
    db
      .prepare<[string]>(sql)
      .all(text)
      .map((row) => `${name} ${JSON.stringify(row)}`)
  const ofConversation =
    'WHERE conversation_id = (SELECT conversation_id FROM messages WHERE content = ? LIMIT 1)'
  return [
    ...all(
      'message',
      'SELECT id, conversation_id, seq, author, status, created_at FROM messages WHERE content = ?',
    ),
    ...all(
      'email',
      `SELECT id, status, first_seq, last_seq, attempts, error, created_at FROM emails ${ofConversation}`,
    ),
    ...all(
      'messenger message',
      'SELECT messenger_messages.* FROM messenger_messages JOIN messages ON messages.id = message_id WHERE content = ?',
    ),
    ...all(
      'received email',
      `SELECT id, status, reason, text, created_at FROM received_emails
      WHERE text = ?1 OR status = 'ignored' AND address = substr(?1, 1, instr(?1, ' ') - 1) || '@example.org'`,
    ),
    ...all(
      'job',
      "SELECT id, kind, status, attempts, last_error, run_at FROM jobs WHERE payload LIKE (SELECT '%:' || id || '%' FROM messages WHERE content = ?) OR status = 'dead'",
    ),
  ]
}
