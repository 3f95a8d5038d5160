import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface NewConfirmation {
  readonly hash: Buffer
  readonly operatorId: number
  readonly email: string
  /** ms since 1970. */
  readonly sentAt: number
  readonly expiresAt: number
}

/** A link that confirms an address. Times in ms since 1970. */
interface Confirmation {
  readonly operator_id: number
  readonly email: string
  readonly expires_at: number
  readonly used_at: number | null
}

/** All SQL for links that confirm the addresses of operators. */
export const confirmationQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewConfirmation]>(`
    INSERT INTO email_confirmations (hash, operator_id, email, sent_at, expires_at)
    VALUES (:hash, :operatorId, :email, :sentAt, :expiresAt)
  `)
  const remove = sql.write<[Buffer]>('DELETE FROM email_confirmations WHERE hash = ?')
  const forget = sql.write<[number]>('DELETE FROM email_confirmations WHERE expires_at < ?')
  const find = sql.read<[Buffer], Confirmation>(
    `SELECT operator_id, email, expires_at, used_at FROM email_confirmations WHERE hash = ${hidden('?')}`,
  )
  const use = sql.write<[number, number, string]>(
    'UPDATE email_confirmations SET used_at = ? WHERE operator_id = ? AND email = ? AND used_at IS NULL',
  )
  const isOpen = sql
    .read<[{ id: number; now: number }], number>(
      'SELECT EXISTS (SELECT 1 FROM email_confirmations WHERE operator_id = :id AND used_at IS NULL AND expires_at > :now)',
    )
    .pluck()
  const sentSince = sql.read<[{ id: number; since: number }], SentSince>(`
    SELECT count(*) AS of_account, count(*) FILTER (WHERE operator_id = :id) AS of_operator
    FROM operators JOIN email_confirmations ON operator_id = operators.id
    WHERE user_id = (SELECT user_id FROM operators WHERE id = :id) AND sent_at > :since
  `)

  return {
    insert: (tx: Tx, confirmation: NewConfirmation) => insert.run(tx, confirmation),
    /** Removes a link whose email was refused. */
    remove: (tx: Tx, hash: Buffer) => remove.run(tx, hash),
    /** Deletes links that expired before a time, ms. */
    forget: (tx: Tx, before: number) => forget.run(tx, before),
    find: (hash: Buffer) => find.get(hash),
    /** Uses up all links to an operator's address. */
    use: (tx: Tx, operatorId: number, email: string, now: Date) =>
      use.run(tx, now.getTime(), operatorId, email),
    /** Reports whether a link to an operator's present address is open. */
    isOpen: (id: number, now: Date) => isOpen.get({ id, now: now.getTime() }) === 1,
    /** Emails of an operator, and of everybody in their account, since a time, ms. */
    sentSince: (id: number, since: number) => sentSince.get({ id, since })!,
  }
})

interface SentSince {
  readonly of_account: number
  readonly of_operator: number
}
