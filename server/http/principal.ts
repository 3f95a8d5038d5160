import { hash } from 'node:crypto'
import type { Request } from 'express'
import type { OperatorRole } from '#contracts/operators.ts'

/** An operator: a person of an account, with a session; or a program with a key, which acts for its first person. */
export interface Operator {
  /** The account. */
  readonly userId: number
  /** The person. */
  readonly operatorId: number
  readonly name: string
  /** Their account is the one that owns this Parley. */
  readonly isOwner: boolean
  readonly role: OperatorRole
  /** Let in by an API key, or by a session that was opened with one, and not by a link from the machine itself. */
  readonly isByKey: boolean
  /** That key. */
  readonly keyId: number | null
  /** The browser session; null for a key. */
  readonly sessionId: number | null
  /** The key or session that was used, so that its streams can be closed with it. */
  readonly credential: string
}

/** A visitor with a token for one assistant. */
export interface VisitorPrincipal {
  readonly id: number
  readonly uuid: string
  readonly userId: number
  readonly assistantId: number
  readonly allowedOrigins: string
  /** SHA-256 of the token, which stands for one of their browsers. */
  readonly tokenHash: Buffer
}

/** SHA-256: keys and tokens hold 256 random bits, so a plain hash of them is all that needs to be kept. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** The bearer token of a request: undefined without the header, null when the header is no good. */
export function bearerOf(req: Request): string | null | undefined {
  const count = req.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length
  if (count === 0) return undefined
  if (count > 1) return null
  return /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(req.headers.authorization ?? '')?.[1] ?? null
}
