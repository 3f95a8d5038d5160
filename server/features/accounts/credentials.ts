import type { OperatorRole } from '#contracts/operators.ts'

/** Operator or key that issued a session, a link or a key, which ends with its issuer; both are null for this machine. */
export interface Issuer {
  readonly operatorId: number | null
  readonly keyId: number | null
}

/** Account and operator that a sign-in link, a session or a key belongs to. */
export interface Holder {
  readonly userId: number
  readonly operatorId: number
}

export interface NewSession extends Holder {
  readonly kind: 'link' | 'browser'
  readonly hash: Buffer
  /** The key that the session was opened with, and ends with. */
  readonly apiKeyId: number | null
  /** Id of the operator who issued the link. */
  readonly issuedBy: number | null
  readonly userAgent: string | null
  readonly address: string | null
  /** Address that a link goes to by email, which is confirmed by signing in with it; null for others. */
  readonly emailedTo: string | null
  readonly expiresAt: number
  readonly now: number
}

/** A sign-in link that has been used. */
export type TakenLink = Holder & Pick<NewSession, 'issuedBy' | 'emailedTo'>

export interface NewKey {
  readonly userId: number
  readonly name: string
  readonly hash: Buffer
  readonly issuer: Issuer
  readonly now: Date
}

/** The operator behind a credential. */
export interface OperatorRow {
  readonly user_id: number
  readonly operator_id: number
  readonly name: string
  readonly is_owner: number
  readonly role: OperatorRole
  readonly granted: string | null
  readonly credential_id: number
  readonly last_used_at: number | null
  readonly key_id: number | null
}
