import type { Db } from './open.ts'

/** The lock on columns that hold secrets. They are sealed by the queries that write them and opened by those that read. */
export interface Sealing {
  /** Encrypts a secret; `name` says what it is, and only by that name it can be opened. */
  seal(name: string, secret: string): string
  /** The secret in clear; undefined when its key is not here. */
  open(name: string, sealed: string): string | undefined
}

const sealings = new WeakMap<Db, Sealing>()

/** Gives a database its lock, before anything is read from it. */
export function sealWith(db: Db, sealing: Sealing): void {
  sealings.set(db, sealing)
}

/** @throws Error when the database was given no lock: no secret is ever written without one. */
export function sealingOf(db: Db): Sealing {
  const sealing = sealings.get(db)
  if (!sealing) throw new Error('This database was given no lock for its secrets')
  return sealing
}
