import type { IdentitySecret } from '#contracts/identity.ts'
import { type Context, newSecret } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError } from '../../../errors.ts'
import { type IdentitySecretRow, identityQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'write'>

/** Validity of the previous secret after a rotation, ms, so that websites need not switch at the same moment. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * The secret with which a website signs its visitors' identity, created on first use.
 * @throws AppError `secrets_key_changed` if the key to unseal it is missing; rotate the secret in that case
 */
export function identitySecret(tx: Tx, context: Needs, assistantId: number): IdentitySecret {
  ensureSecret(tx, context, assistantId)
  return present(identityQueries(context.db).find(assistantId)!, context.now())
}

/** Creates the first secret if there is none. */
function ensureSecret(tx: Tx, context: Needs, assistantId: number): void {
  const secrets = identityQueries(context.db)
  if (!secrets.find(assistantId)) secrets.insert(tx, assistantId, newIdentitySecret(context))
}

/** Rotates the secret; the previous one stays valid for a day. */
export async function rotateSecret(context: Needs, assistantId: number): Promise<IdentitySecret> {
  const { db, write, now } = context
  const secrets = identityQueries(db)
  return await write((tx) => {
    ensureSecret(tx, context, assistantId)
    secrets.rotate(tx, {
      assistantId,
      secret: newIdentitySecret(context),
      until: now().getTime() + OVERLAP_MS,
    })
    return present(secrets.find(assistantId)!, now())
  })
}

/** The currently valid secrets, newest first; none until the account first requests one. */
export function validSecrets(
  { db, now }: Pick<Needs, 'db' | 'now'>,
  assistantId: number,
): string[] {
  const row = identityQueries(db).find(assistantId)
  if (!row) return []
  const good = isPreviousValid(row, now()) ? [row.secret, row.previous] : [row.secret]
  return good.filter((secret) => secret !== undefined)
}

const newIdentitySecret = (context: Needs): string => `pids_${newSecret(context)}`

const isPreviousValid = ({ previous_until }: IdentitySecretRow, now: Date): boolean =>
  previous_until !== null && previous_until > now.getTime()

function present(row: IdentitySecretRow, now: Date): IdentitySecret {
  if (row.secret === undefined) throw new AppError('secrets_key_changed')
  return {
    secret: row.secret,
    previous_valid_until: isPreviousValid(row, now) ? toInstant(row.previous_until!) : null,
  }
}
