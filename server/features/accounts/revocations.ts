import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Context } from '../../context.ts'
import { ifSpaceAllows } from '../../db/storage.ts'
import type { Tx } from '../../db/write.ts'
import { syncFile } from '../../durable.ts'
import { accountQueries } from './queries.ts'
import { type Revocation, revocationQueries } from './revocation-queries.ts'

/*
 * Revoked keys, removed operators and operators who lost capabilities, so that restoring an old backup does not restore
 * their access. The table is written in the commit that revokes; the file beside the database survives a restore, and
 * restored data is checked against it.
 */

type Needs = Pick<Context, 'db' | 'config'>

const FILE = 'revoked.log'

const LINE = /^(key|operator|role|limits) ([0-9a-f:]+) (\d+)$/gm

const nameOf = ({ kind, subject }: Revocation): string => `${kind} ${subject}`

/** Records that an operator lost capabilities: in a restored older copy they can only read, until someone gives them a role. */
export function limitOperator(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, created_at }: { readonly id: number; readonly created_at: number },
): void {
  const time = now().getTime()
  revocationQueries(db).insert(tx, {
    kind: 'limits',
    subject: `${id}:${created_at}:${time}`,
    revoked_at: time,
  })
}

/** Appends revocations to the file that are only in the table. Call it at each start, and after a commit that revokes. */
export async function writeRevocations(context: Needs): Promise<void> {
  const { db, config } = context
  if (db.memory) return
  const known = new Set(readRevocations(context).map(nameOf))
  const missing = revocationQueries(db)
    .all()
    .filter((one) => !known.has(nameOf(one)))
  if (missing.length === 0) return
  const lines = missing.map((one) => `${nameOf(one)} ${one.revoked_at}\n`)
  await ifSpaceAllows(async () => {
    const file = path.join(config.dataDir, FILE)
    appendFileSync(file, lines.join(''), { mode: 0o600 })
    syncFile(file)
  })
}

/** Repeats revocations that a restored database has lost. Call it before serving requests. */
export async function replayRevocations(context: Needs & Pick<Context, 'write'>): Promise<void> {
  const { db, write } = context
  if (db.memory) return
  await writeRevocations(context)
  const revocations = revocationQueries(db)
  const known = new Set(revocations.all().map(nameOf))
  const missing = readRevocations(context).filter((one) => !known.has(nameOf(one)))
  if (missing.length === 0) return
  await write((tx) => {
    for (const one of missing) {
      end(tx, context, one)
      revocations.insert(tx, one)
    }
  })
}

function end(tx: Tx, { db }: Needs, { kind, subject, revoked_at }: Revocation): void {
  const revocations = revocationQueries(db)
  if (kind === 'key') {
    revocations.endKey(tx, Buffer.from(subject, 'hex'))
    return
  }
  const [id, createdAt] = subject.split(':').map(Number)
  const person = revocations.person(id!, createdAt!)
  if (person === undefined) return
  if (kind === 'role') {
    revocations.lower(tx, person)
    // The older copy may have a custom role, which may grant more than an agent's.
    revocations.limitCustom(tx, person)
    return
  }
  if (kind === 'limits') {
    revocations.limit(tx, person)
    return
  }
  revocations.remove(tx, person, revoked_at)
  accountQueries(db).endAccessOf(tx, person)
}

function readRevocations({ config }: Pick<Context, 'config'>): Revocation[] {
  const file = path.join(config.dataDir, FILE)
  if (!existsSync(file)) return []
  return [...readFileSync(file, 'utf8').matchAll(LINE)].map(([, kind, subject, at]) => ({
    kind: kind as Revocation['kind'],
    subject: subject!,
    revoked_at: Number(at),
  }))
}
