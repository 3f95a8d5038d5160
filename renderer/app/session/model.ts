import { computed, signal } from '@preact/signals'
import type { Capability } from '#contracts/capabilities.ts'
import { ApiError } from '#contracts/client.ts'
import type { SignedIn } from '#contracts/sessions.ts'
import { type Api, explain, fieldErrors } from '../api.ts'

/** State of the app's connection to the server. */
export type Standing = 'starting' | 'unreachable' | 'signed-out' | 'signed-in'

/** Sign-in facts from the page around the app. */
export interface Door {
  /** The secret of a one-time link in the address. Asking takes it out of the address. */
  takeLinkSecret(): string | undefined
  /** A secret from the desktop app, when this page is its window. */
  readonly desktopSecret?: (() => Promise<string>) | undefined
  /** Has the desktop app sign this page in, when it is one of a workspace elsewhere; whether it did. */
  readonly desktopSession?: (() => Promise<boolean>) | undefined
}

export type SessionModel = ReturnType<typeof createSessionModel>

/** Signing in and out. */
export function createSessionModel(api: Api, door: Door) {
  const standing = signal<Standing>('starting')
  const account = signal<SignedIn>()
  const error = signal<string>()
  const busy = signal(false)

  async function start(): Promise<void> {
    const secret = door.takeLinkSecret()
    error.value = undefined
    standing.value = 'starting'
    try {
      await resume()
    } catch (failure) {
      return lose(failure)
    }
    if (standing.value === 'starting')
      await enter(secret ?? (await door.desktopSecret?.().catch(() => undefined)))
  }

  /** Goes on with the session that this browser has, if it has one. */
  async function resume(): Promise<void> {
    const { account: me } = await api.getSession()
    if (me) welcome(me)
  }

  /** Signs in with what the page or the desktop app brought along. */
  async function enter(secret: string | undefined): Promise<void> {
    if (secret) await signIn(secret)
    else if (await door.desktopSession?.().catch(() => false)) await resume().catch(() => undefined)
    if (standing.value === 'starting') standing.value = 'signed-out'
  }

  async function signIn(secret: string): Promise<void> {
    busy.value = true
    error.value = undefined
    try {
      welcome(await api.openSession({ body: { secret: secret.trim() } }))
    } catch (failure) {
      error.value = fieldErrors(failure)?.['secret'] ?? explain(failure)
    } finally {
      busy.value = false
    }
  }

  async function signOut(): Promise<void> {
    await api.closeSession().catch((failure) => {
      if (!isSignedOut(failure)) throw failure
    })
    leave()
  }

  function leave(): void {
    account.value = undefined
    if (standing.value !== 'starting') standing.value = 'signed-out'
  }

  function welcome(me: SignedIn): void {
    account.value = me
    standing.value = 'signed-in'
  }

  function lose(failure: unknown): void {
    error.value = explain(failure)
    standing.value = 'unreachable'
  }

  return {
    standing,
    account,
    error,
    busy,
    /** Reports whether the person who is signed in has a capability. */
    may: (capability: Capability): boolean =>
      account.value?.capabilities.includes(capability) ?? false,
    isSignedIn: computed(() => standing.value === 'signed-in'),
    start,
    signIn,
    signOut,
    /** The server says that the session is over. */
    leave,
  }
}

const isSignedOut = (failure: unknown) => failure instanceof ApiError && failure.status === 401
