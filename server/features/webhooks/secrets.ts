import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { type SecretRow, secretQueries } from './secret-queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes'>

/** Current signing secret of an account. */
export interface SigningSecrets {
  /** `whsec_` and 256 random bits in base64. */
  readonly secret: string
  /** The one before the last rotation, while it signs too. */
  readonly previous: string | undefined
  /** Until when the one before signs too, ms since 1970. */
  readonly previousUntil: number | undefined
}

/** For so long after a rotation the secret before signs too, so that no receiver has to change at that moment, ms. */
const OVERLAP_MS = 24 * 3_600_000

/**
 * The account's secrets; the first one is made when it is first asked for.
 * @throws AppError `secrets_key_changed` when the key to it is not here: then a new one has to be made
 */
export function signingSecrets(tx: Tx, context: Needs, userId: number): SigningSecrets {
  const { db, now } = context
  makeFirst(tx, context, userId)
  return secretsOf(secretQueries(db).find(userId)!, now())
}

/** Makes the first secret where there is none. */
function makeFirst(tx: Tx, context: Needs, userId: number): void {
  const secrets = secretQueries(context.db)
  if (!secrets.find(userId)) secrets.insert(tx, userId, newSigningSecret(context))
}

/** Makes a new secret; the one until now signs too for a day. */
export function rotateSigningSecret(tx: Tx, context: Needs, userId: number): SigningSecrets {
  const { db, now } = context
  const secrets = secretQueries(db)

  makeFirst(tx, context, userId)
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
