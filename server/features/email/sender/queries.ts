import type { EmailSecurity } from '#contracts/email.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** The SMTP server configured by the owner; its password is encrypted by the vault. */
export interface SenderRow {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
  /** Empty without a sign-in. */
  readonly username: string
  readonly password: string | null
  readonly from_address: string
}

/** All SQL for the SMTP server. */
export const senderQueries = oncePerDb((sql) => {
  const find = sql.read<[], SenderRow>(
    'SELECT host, port, security, username, password, from_address FROM email_sender',
  )
  const save = sql.write<[SenderRow & { now: number }]>(`
    INSERT INTO email_sender (id, host, port, security, username, password, from_address, updated_at)
    VALUES (1, :host, :port, :security, :username, :password, :from_address, :now)
    ON CONFLICT DO UPDATE SET host = :host, port = :port, security = :security, username = :username,
      password = :password, from_address = :from_address, updated_at = :now
  `)
  const remove = sql.write('DELETE FROM email_sender')

  return {
    /** Undefined if the Sandbox is active. */
    find: () => find.get(),
    save: (tx: Tx, row: SenderRow, now: Date) => save.run(tx, { ...row, now: now.getTime() }),
    remove: (tx: Tx) => remove.run(tx),
  }
})
