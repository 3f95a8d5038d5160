import { hash } from 'node:crypto'
import type { Request } from 'express'
import type { Capability } from '#contracts/capabilities.ts'
import type { OperatorRole } from '#contracts/operators.ts'

/**
 * An operator: a person of an account, with a session; or a program with a key, which acts for the account's first
 * person.
 */
export interface Operator {
  /** The account. */
  readonly userId: number
  /** The person. */
  readonly operatorId: number
  readonly name: string
  /** True if their account owns this Parley. */
  readonly isOwner: boolean
  readonly role: OperatorRole
  /** Capabilities of the role, or of the key. */
  readonly grants: ReadonlySet<Capability>
  /** True if authenticated by an API key, or by a session opened with one, rather than by a local sign-in link. */
  readonly isByKey: boolean
  /** Id of that key. */
  readonly keyId: number | null
  /** The browser session; null for a key. */
  readonly sessionId: number | null
  /** Credential in use, so that its streams can be closed along with it. */
  readonly credential: string
}

/** A visitor with a token for one assistant. */
export interface VisitorPrincipal {
  readonly id: number
  readonly uuid: string
  readonly userId: number
  readonly assistantId: number
  readonly allowedOrigins: string
  /** SHA-256 of the token, which identifies one of their browsers. */
  readonly tokenHash: Buffer
}

/** SHA-256: keys and tokens hold 256 random bits, so a plain hash is sufficient. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The bearer token of a request: undefined without the header, null if the header is malformed. */
export function bearerOf(req: Request): string | null | undefined {
  const count = req.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length
  if (count === 0) return undefined
  if (count > 1) return null
  return /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(req.headers.authorization ?? '')?.[1] ?? null
}
