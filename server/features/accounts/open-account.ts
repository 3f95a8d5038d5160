import type { Context } from '../../context.ts'
import { createKey } from './api-key.ts'
import { type ApiKeyRow, accountQueries, THIS_MACHINE } from './queries.ts'

interface NewAccount {
  readonly name: string
  readonly email: string
}

/** An account that has just been opened, with its first key in clear. */
export interface OpenedAccount {
  readonly user: NewAccount & { readonly id: number }
  readonly key: ApiKeyRow & { readonly token: string }
}

/** Opens another account: it begins empty, with a key and nothing else, and shares nothing with any other. */
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
