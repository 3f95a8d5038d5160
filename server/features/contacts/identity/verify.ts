import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { Email } from '#contracts/accounts.ts'
import { requiredText, text } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import { goodSecrets } from './secrets.ts'

type Needs = Pick<Context, 'db' | 'now' | 'config'>

const Claims = z.object({
  sub: requiredText(255),
  name: text(255).nullish(),
  email: Email.nullish(),
  phone: text(50).nullish(),
})

/** Who somebody is, as their website vouches for it. */
export interface Identity {
  /** The website's own id of them. */
  readonly sub: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Clocks of two machines are never the same, s. */
const TOLERANCE = 30

/**
 * Reads who a website says somebody is: a JWT with HS256 and the assistant's secret, or the one before while it is good.
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
    throw refused('The identity must expire within 30 days.')
  const claims = Claims.safeParse(payload)
  if (!claims.success)
    throw refused(
      `The claim ${String(claims.error.issues[0]?.path[0])} of the identity is no good.`,
    )
  const { sub, name, email, phone } = claims.data
  const known = (claim: string | null | undefined) => claim?.trim() || null
  return { sub, name: known(name), email: known(email), phone: known(phone) }
}

async function payloadOf(context: Needs, assistantId: number, token: string): Promise<JWTPayload> {
  for (const secret of goodSecrets(context, assistantId)) {
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
  throw refused('The identity is not signed with this assistant’s identity secret.')
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The identity has expired.'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The identity must be signed with HS256.'
  if (!(error instanceof errors.JWTClaimValidationFailed))
    return 'The identity is not a valid token.'
  if (error.claim === 'nbf') return 'The identity is not good yet.'
  return 'The identity must have the claims sub and exp.'
}

const refused = (reason: string) => new InvalidFields({ identity: [reason] })
