import type { Context } from '../../context.ts'
import { createKey } from './api-key.ts'
import { type ApiKeyRow, accountQueries } from './queries.ts'

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
export function openAccount(
  context: Pick<Context, 'db' | 'now' | 'randomBytes'>,
  { name, email }: NewAccount,
): OpenedAccount {
  const { db, now } = context
  return db.transaction(() => {
    const { id } = accountQueries(db).insertUser(name, email, false, now())
    return { user: { id, name, email }, key: createKey(context, id, 'First key') }
  })()
}
