import type { EmailSecurity } from '#contracts/email.ts'
import type { StoredFault } from '#contracts/faults.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** The mailbox configured by the owner; its password is encrypted by the vault. */
export interface MailboxRow {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
  readonly username: string
  readonly password: string
}

/** A mailbox with how far it has been read. Times in ms. */
export interface MailboxState extends MailboxRow {
  /** The server's numbering; null before the first connection. */
  readonly uid_validity: string | null
  readonly last_uid: number
  readonly checked_at: number | null
  readonly failing_since: number | null
  readonly error: StoredFault | null
  readonly is_paused: number
  /** Changes with the settings. */
  readonly updated_at: number
}

interface Progress {
  readonly validity: string
  readonly uid: number
}

interface Failure {
  readonly error: StoredFault
  readonly isPaused: number
  readonly now: number
}

/** All SQL for the mailbox. */
export const mailboxQueries = oncePerDb((sql) => {
  const find = sql.read<[], MailboxState>('SELECT * FROM email_mailbox')
  const save = sql.write<[MailboxRow & { now: number }]>(`
    INSERT INTO email_mailbox (id, host, port, security, username, password, updated_at)
    VALUES (1, :host, :port, :security, :username, :password, :now)
    ON CONFLICT DO UPDATE SET
      -- Another mailbox is read from now on; the same one goes on.
      uid_validity = iif(host = :host AND username = :username, uid_validity, NULL),
      last_uid = iif(host = :host AND username = :username, last_uid, 0),
      checked_at = iif(host = :host AND username = :username, checked_at, NULL),
      host = :host, port = :port, security = :security, username = :username, password = :password,
      failing_since = NULL, error = NULL, is_paused = 0, updated_at = :now
  `)
  const remove = sql.write('DELETE FROM email_mailbox')
  const advance = sql.write<[Progress]>(
    'UPDATE email_mailbox SET uid_validity = :validity, last_uid = :uid',
  )
  const checked = sql.write<[number]>(
    'UPDATE email_mailbox SET checked_at = ?, failing_since = NULL, error = NULL, is_paused = 0',
  )
  const failed = sql.write<[Failure]>(`
    UPDATE email_mailbox SET failing_since = coalesce(failing_since, :now), error = :error, is_paused = :isPaused
  `)

  return {
    /** Undefined if none is set up. */
    find: () => find.get(),
    save: (tx: Tx, row: MailboxRow, now: Date) => save.run(tx, { ...row, now: now.getTime() }),
    remove: (tx: Tx) => remove.run(tx),
    /** Records that messages up to a number of the server's numbering have been read. */
    advance: (tx: Tx, validity: string, uid: number) => advance.run(tx, { validity, uid }),
    /** Records that everything has been read. */
    checked: (tx: Tx, now: Date) => checked.run(tx, now.getTime()),
    /** Records why it cannot be read. */
    failed: (tx: Tx, error: StoredFault, isPaused: boolean, now: Date) =>
      failed.run(tx, { error, isPaused: isPaused ? 1 : 0, now: now.getTime() }),
  }
})
