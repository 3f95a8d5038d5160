import { type JWTPayload, SignJWT } from 'jose'
import { getIdentitySecret } from '#contracts/identity.ts'
import type { TestServer } from './server.ts'
import { starterAssistant } from './visitor.ts'

/** The claims of a website about one of its users. */
export type Vouching = Readonly<
  Partial<Record<'sub' | 'exp' | 'nbf' | 'name' | 'email' | 'phone', unknown>>
>

/** Signs as a website does; valid for an hour unless the claims say otherwise. */
export function signed(secret: string, claims: Vouching, alg = 'HS256'): Promise<string> {
  const payload = { exp: Math.floor(Date.now() / 1000) + 3600, ...claims } as JWTPayload
  const jwt = new SignJWT(payload)
  return jwt.setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))
}

/** The website of the starter assistant. */
export async function website(server: TestServer) {
  const { id, uuid } = await starterAssistant(server)
  const { secret } = await server.call(getIdentitySecret, { params: { id } })
  return { id, uuid, secret, vouch: (claims: Vouching) => signed(secret, claims) }
}
