import type { Context } from '../../../context.ts'

/** A try of the way from outside to this server. Its reference is known to nobody else. */
export interface Rehearsal extends Disposable {
  readonly ref: string
  /** Parts of it that have arrived. */
  readonly arrived: ReadonlySet<'request' | 'stream'>
}

/** The tries that are going on. */
export interface Rehearsals {
  begin(): Rehearsal
  /** Something has arrived; false when it is of no try. */
  note(ref: string, what: 'request' | 'stream'): boolean
}

export function createRehearsals({ randomBytes }: Pick<Context, 'randomBytes'>): Rehearsals {
  const open = new Map<string, Set<'request' | 'stream'>>()
  return {
    begin() {
      const ref = randomBytes(16).toString('base64url')
      const arrived = new Set<'request' | 'stream'>()
      open.set(ref, arrived)
      return { ref, arrived, [Symbol.dispose]: () => void open.delete(ref) }
    },
    note: (ref, what) => open.get(ref)?.add(what) !== undefined,
  }
}
