import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { SmtpServer } from '../../../providers/email/smtp.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { domainOf } from '../tags.ts'
import { type SenderRow, senderQueries } from './queries.ts'

/** Name of the password in the vault. */
export const SECRET = 'smtp'

/** The configured sender, or the reason why it cannot be used. */
export type Sender =
  | { readonly from: string; readonly server: SmtpServer }
  | { readonly fault: Fault<'no_keyring' | 'secrets_key_changed'> }

/** The sender configured by the owner, read on every use; undefined if the Sandbox is active. */
export function configuredSender({ db, vault }: Pick<Context, 'db' | 'vault'>): Sender | undefined {
  const row = senderQueries(db).find()
  if (!row) return undefined
  try {
    const password = row.password === null ? undefined : vault.open(SECRET, row.password)
    return { from: row.from_address, server: serverOf(row, password) }
  } catch (error) {
    if (error instanceof VaultError) return { fault: fault(error.code) }
    throw error
  }
}

/** An SMTP server with its sign-in. */
export function serverOf(
  { host, port, security, username, from_address }: Omit<SenderRow, 'password'>,
  password: string | undefined,
): SmtpServer {
  return {
    host,
    port,
    security,
    credentials: username === '' ? undefined : { user: username, pass: password ?? '' },
    name: domainOf(from_address),
  }
}
