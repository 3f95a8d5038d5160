import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { Email } from '#contracts/accounts.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { requiredText, text } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import { validSecrets } from './secrets.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>

const Claims = z.object({
  sub: requiredText(255),
  name: text(255).nullish(),
  email: Email.nullish(),
  phone: text(50).nullish(),
})

/** Identity of a visitor, vouched for by their website. */
export interface Identity {
  /** The website's own id for the visitor. */
  readonly sub: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Tolerated clock skew, s. */
const TOLERANCE = 30

/**
 * Verifies an identity: an HS256 JWT signed with the assistant's secret, or with the previous one while it is valid.
 * @throws InvalidFields for `identity` with the reason
 */
export async function verifyIdentity(
  context: Needs,
  assistantId: number,
  token: string,
): Promise<Identity> {
  const payload = await payloadOf(context, assistantId, token)
  const longest = context.now().getTime() + context.config.limits.identityMs
  if (payload.exp! * 1000 > longest + TOLERANCE * 1000)
    throw refused(fault('identity_too_long_lived'))
  const claims = Claims.safeParse(payload)
  if (!claims.success)
    throw refused(
      fault('identity_claim_invalid', { claim: String(claims.error.issues[0]?.path[0]) }),
    )
  const { sub, name, email, phone } = claims.data
  const known = (claim: string | null | undefined) => claim?.trim() || null
  return { sub, name: known(name), email: known(email), phone: known(phone) }
}

async function payloadOf(context: Needs, assistantId: number, token: string): Promise<JWTPayload> {
  for (const secret of validSecrets(context, assistantId)) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ['HS256'],
        requiredClaims: ['sub', 'exp'],
        currentDate: context.now(),
        clockTolerance: TOLERANCE,
      })
      return payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw refused(reasonOf(error))
    }
  }
  throw refused(fault('identity_not_signed'))
}

function reasonOf(error: unknown): Fault {
  if (error instanceof errors.JWTExpired) return fault('identity_expired')
  if (error instanceof errors.JOSEAlgNotAllowed) return fault('identity_wrong_algorithm')
  if (!(error instanceof errors.JWTClaimValidationFailed)) return fault('identity_not_a_token')
  if (error.claim === 'nbf') return fault('identity_not_yet_valid')
  return fault('identity_claims_missing')
}

const refused = (reason: Fault) => new InvalidFields({ identity: [reason] })
