import type { Context } from '../../context.ts'
import { createKey } from './api-key.ts'
import { type ApiKeyRow, accountQueries, THIS_MACHINE } from './queries.ts'

interface NewAccount {
  readonly name: string
  readonly email: string
}

/** A new account and its first key in plain text. */
export interface OpenedAccount {
  readonly user: NewAccount & { readonly id: number }
  readonly key: ApiKeyRow & { readonly token: string }
}

/** Creates another account: empty apart from a key, and isolated from all others. */
export async function openAccount(
  context: Pick<Context, 'db' | 'now' | 'randomBytes' | 'write'>,
  { name, email }: NewAccount,
): Promise<OpenedAccount> {
  const { db, write, now } = context
  return await write((tx) => {
    const { id } = accountQueries(db).insertUser(tx, name, email, false, now())
    return {
      user: { id, name, email },
      key: createKey(tx, context, id, { name: 'First key', issuer: THIS_MACHINE }),
    }
  })
}
