import { computed, signal } from '@preact/signals'
import type { Secret } from './openapi.ts'

/** Signed-in operator of this browser: a name, `nobody`, or not known yet. */
export type SignedIn = { readonly name: string } | 'nobody' | 'unknown'

export type Access = ReturnType<typeof createAccess>

/** Credentials for the calls. Secrets are kept only in this page's memory. */
export function createAccess(send: typeof fetch) {
  const key = signal('')
  const token = signal('')
  const signedIn = signal<SignedIn>('unknown')

  /** Checks who is signed in. */
  async function check(): Promise<void> {
    try {
      const response = await send('/api/session')
      const { account } = (await response.json()) as { account?: { name: string } | null }
      signedIn.value = account ? { name: account.name } : 'nobody'
    } catch {
      signedIn.value = 'unknown'
    }
  }

  /** The secret to send with a call. */
  function secretFor(kind: Secret): string | undefined {
    const secret = { key: key.value, token: token.value, none: '' }[kind].trim()
    return secret === '' ? undefined : secret
  }

  /** Describes the credentials of calls with a key. */
  const words = computed(() => {
    if (key.value.trim() !== '') return 'with your key'
    const { value: who } = signedIn
    return typeof who === 'object' ? `as ${who.name}, who is signed in here` : 'without a key'
  })

  return { key, token, signedIn, words, check, secretFor }
}
