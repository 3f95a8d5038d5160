import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { type SecretRow, secretQueries } from './secret-queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes'>

/** Current signing secret of an account. */
export interface SigningSecrets {
  /** `whsec_` and 256 random bits in base64. */
  readonly secret: string
  /** The previous secret while it is still valid. */
  readonly previous: string | undefined
  /** Expiry of the previous secret, Unix ms. */
  readonly previousUntil: number | undefined
}

/**
 * Time for which the previous secret stays valid after a rotation, ms, so that receivers need not change at the same
 * moment.
 */
const OVERLAP_MS = 24 * 3_600_000

/**
 * The account's secrets; the first one is created on first use.
 * @throws AppError `secrets_key_changed` if its encryption key is not available and a new one must be created
 */
export function signingSecrets(tx: Tx, context: Needs, userId: number): SigningSecrets {
  const { db, now } = context
  ensureSecrets(tx, context, userId)
  return secretsOf(secretQueries(db).find(userId)!, now())
}

/** Creates the first secret if there is none. */
function ensureSecrets(tx: Tx, context: Needs, userId: number): void {
  const secrets = secretQueries(context.db)
  if (!secrets.find(userId)) secrets.insert(tx, userId, newSigningSecret(context))
}

/** Rotates the secret; the previous one stays valid for a day. */
export function rotateSigningSecret(tx: Tx, context: Needs, userId: number): SigningSecrets {
  const { db, now } = context
  const secrets = secretQueries(db)

  ensureSecrets(tx, context, userId)
  const until = new Date(now().getTime() + OVERLAP_MS)
  secrets.rotate(tx, userId, newSigningSecret(context), until)
  return secretsOf(secrets.find(userId)!, now())
}

function newSigningSecret({ randomBytes }: Needs): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function secretsOf({ secret, previous, previous_until }: SecretRow, now: Date): SigningSecrets {
  if (secret === undefined) throw new AppError('secrets_key_changed')
  const isOver =
    previous === undefined || previous_until === null || previous_until <= now.getTime()
  return isOver
    ? { secret, previous: undefined, previousUntil: undefined }
    : { secret, previous, previousUntil: previous_until }
}
