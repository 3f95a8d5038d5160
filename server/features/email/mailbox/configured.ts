import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { ImapServer } from '../../../providers/email/imap.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { type MailboxRow, mailboxQueries } from './queries.ts'

/** Name of the password in the vault. */
export const SECRET = 'imap'

/** The configured mailbox, or the reason why it cannot be used; undefined if none is set up. */
export function configuredMailbox({
  db,
  vault,
}: Pick<Context, 'db' | 'vault'>):
  | { readonly server: ImapServer }
  | { readonly fault: Fault<'no_keyring' | 'secrets_key_changed'> }
  | undefined {
  const row = mailboxQueries(db).find()
  if (!row) return undefined
  try {
    return { server: mailboxOf(row, vault.open(SECRET, row.password)) }
  } catch (error) {
    if (error instanceof VaultError) return { fault: fault(error.code) }
    throw error
  }
}

/** A mailbox with its sign-in. */
export const mailboxOf = (
  { host, port, security, username }: Omit<MailboxRow, 'password'>,
  pass: string,
): ImapServer => ({ host, port, security, credentials: { user: username, pass } })
