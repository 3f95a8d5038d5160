import type { Db } from './open.ts'

/** Encryption of columns with secrets: sealed by the queries that write them, opened by those that read them. */
export interface Sealing {
  /** Encrypts a secret; it can only be opened with the same `name`. */
  seal(name: string, secret: string): string
  /** The secret in plain text; undefined if its key is missing. */
  open(name: string, sealed: string): string | undefined
}

const sealings = new WeakMap<Db, Sealing>()

/** Sets the sealing of a database, before anything is read from it. */
export function sealWith(db: Db, sealing: Sealing): void {
  sealings.set(db, sealing)
}

/** @throws Error if the database has no sealing: secrets are never written unencrypted */
export function sealingOf(db: Db): Sealing {
  const sealing = sealings.get(db)
  if (!sealing) throw new Error('This database was given no lock for its secrets')
  return sealing
}
