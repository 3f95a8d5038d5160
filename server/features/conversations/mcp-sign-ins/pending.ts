import { type Context, newSecret } from '../../../context.ts'
import { hashOf } from '../../../http/principal.ts'
import type { OAuthClient } from '../../../providers/mcp/oauth/client.ts'
import type { Authority } from '../../../providers/mcp/oauth/discover.ts'

/** A sign-in that somebody started and has not finished. */
export interface PendingSignIn {
  readonly userId: number
  readonly serverId: number
  /** Address of the server when it was started. */
  readonly url: string
  readonly authority: Authority
  readonly client: OAuthClient
  /** Null if the registration does not depend on it. */
  readonly clientRedirect: string | null
  readonly redirectUrl: string
  readonly verifier: string
  /** SHA-256 of the session that started it, which must still be there. */
  readonly session: Buffer
  /** SHA-256 of the mark of the browser that started it; null if another browser of this machine finishes it. */
  readonly browser: Buffer | null
}

/** Path to which authorization servers send a browser back. */
export const CALLBACK_PATH = '/oauth/mcp/callback'

/** Time within which a sign-in must be finished, ms. */
export const SIGN_IN_MS = 10 * 60_000

/** Maximum sign-ins in progress; beyond it, the oldest is forgotten. */
const MAX_PENDING = 500

type Needs = Pick<Context, 'now' | 'randomBytes'>

export type PendingSignIns = ReturnType<typeof createPendingSignIns>

/** Keeps sign-ins in progress in memory: what proves that they are ours is never stored. */
export function createPendingSignIns(context: Needs) {
  const pending = new Map<string, PendingSignIn & { readonly until: number }>()
  const nameOf = (state: string) => hashOf(state).toString('base64')

  return {
    newState: () => newSecret(context),
    /** Keeps a sign-in under its state; one that was started before for the same server is void. */
    keep(state: string, signIn: PendingSignIn): void {
      const time = context.now().getTime()
      for (const [name, { serverId }] of pending)
        if (serverId === signIn.serverId) pending.delete(name)
      pending.set(nameOf(state), { ...signIn, until: time + SIGN_IN_MS })
      for (const [name, { until }] of pending)
        if (until <= time || pending.size > MAX_PENDING) pending.delete(name)
    },
    /** Takes the sign-in of a state, which is void from then on; undefined if there is none, or if it was too long ago. */
    take(state: string): PendingSignIn | undefined {
      const name = nameOf(state)
      const found = pending.get(name)
      pending.delete(name)
      return found && found.until > context.now().getTime() ? found : undefined
    },
  }
}
