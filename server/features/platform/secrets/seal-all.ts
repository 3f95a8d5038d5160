import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { isSealed, VaultError } from '../../../providers/secrets/vault.ts'
import { dropNotice, raiseNotice } from '../notices/raise.ts'
import { enqueueWipe } from '../wipe/wipe.ts'
import { type Column, type SecretRow, secretColumnQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'write' | 'vault' | 'events' | 'jobs' | 'now'>

/** Result of a pass over all secrets. */
interface Found {
  /** Number of secrets found in plain text. */
  clear: number
  /** Number of secrets whose key may be available again at the next start. */
  waiting: number
  /** Names of secrets that have to be entered again, by account; null for the whole server. */
  readonly lost: Map<number | null, Set<string>>
}

/** Maximum number of names in a notice. */
const MAX_NAMES = 20

/**
 * Seals what is not sealed with the keys of today: data of an older Parley, a copy from another machine. What nobody here can
 * open is left as it is, and its account is told. Once it is done it costs one look at the next start.
 * @param ownerId the account that what belongs to the whole server is told to
 */
export async function sealAll(context: Needs, ownerId: number): Promise<void> {
  const { db, write, vault } = context
  const queries = secretColumnQueries(db)
  const generation = vault.generation()
  if (queries.generation() === generation) return
  await write((tx) => {
    const found: Found = { clear: 0, waiting: 0, lost: new Map() }
    for (const column of queries.columns) sealColumn(tx, context, column, found)
    notifyOwner(tx, context, ownerId, found)
    // Plain text is left in the unused parts of pages.
    if (found.clear > 0) enqueueWipe(tx, context)
    if (found.waiting === 0) queries.setGeneration(tx, generation)
  })
}

function sealColumn(tx: Tx, context: Needs, column: Column, found: Found): void {
  for (const row of column.rows()) {
    const { name, each } = column.kindOf(row)
    const text = each(row.text, (secret) =>
      secret === '' ? secret : reseal(context, name, secret, row, found),
    )
    if (text !== row.text) column.write(tx, row.id, text)
  }
}

function reseal(
  { vault }: Needs,
  name: string,
  secret: string,
  row: SecretRow,
  found: Found,
): string {
  if (!isSealed(secret)) {
    found.clear += 1
    return vault.sealAlways(name, secret)
  }
  try {
    return vault.sealAlways(name, vault.open(name, secret))
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    if (error.code === 'no_keyring') found.waiting += 1
    else found.lost.set(row.user_id, (found.lost.get(row.user_id) ?? new Set()).add(row.name))
    return secret
  }
}

function notifyOwner(tx: Tx, context: Needs, ownerId: number, { lost }: Found): void {
  const byAccount = new Map<number, string[]>([[ownerId, []]])
  for (const [userId, names] of lost) {
    const account = userId ?? ownerId
    byAccount.set(account, [...(byAccount.get(account) ?? []), ...names])
  }
  for (const [userId, names] of byAccount) {
    const about = { userId, kind: 'secrets_lost', subject: 'secrets' } as const
    dropNotice(tx, context, about)
    if (names.length === 0) continue
    const what = [...new Set(names)].slice(0, MAX_NAMES).join(', ')
    raiseNotice(tx, context, about, fault('secrets_to_enter', { secrets: what }))
  }
}
