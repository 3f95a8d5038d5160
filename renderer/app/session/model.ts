import { computed, signal } from '@preact/signals'
import type { Capability } from '#contracts/capabilities.ts'
import { ApiError } from '#contracts/client.ts'
import type { SignedIn, SignInPreview } from '#contracts/sessions.ts'
import { type Api, explain, fieldErrors } from '../api.ts'

/** State of the app's connection to the server. */
export type Standing = 'starting' | 'unreachable' | 'asking' | 'signed-out' | 'signed-in'

/** Confirmation before a link opens a session: an attacker may have sent it to sign the user in to a foreign account. */
export interface SignInQuestion {
  readonly secret: string
  readonly whose: SignInPreview
  /** Account that is already signed in; Cancel keeps it. */
  readonly current: SignedIn | undefined
}

/** Sign-in information from the page around the app. */
export interface Door {
  /** Takes the secret of a one-time link out of the address. */
  takeLinkSecret(): string | undefined
  /** A secret from the desktop app, if this page is its window. */
  readonly desktopSecret?: (() => Promise<string>) | undefined
  /** Asks the desktop app to sign in to a remote workspace; resolves to whether it did. */
  readonly desktopSession?: (() => Promise<boolean>) | undefined
}

export type SessionModel = ReturnType<typeof createSessionModel>

/** Session state: signing in and out. */
export function createSessionModel(api: Api, door: Door) {
  const standing = signal<Standing>('starting')
  const account = signal<SignedIn>()
  const error = signal<string>()
  const busy = signal(false)
  const question = signal<SignInQuestion>()

  async function start(): Promise<void> {
    const secret = door.takeLinkSecret()
    error.value = undefined
    standing.value = 'starting'
    try {
      const { account: me } = await api.getSession()
      if (secret !== undefined && (await ask(secret, me ?? undefined))) return
      if (me) return welcome(me)
    } catch (failure) {
      return lose(failure)
    }
    await enter()
  }

  /** Resumes this browser's session, if any. */
  async function resume(): Promise<void> {
    const { account: me } = await api.getSession()
    if (me) welcome(me)
  }

  /** Asks before a link opens a session; false if the current session simply continues. */
  async function ask(secret: string, current: SignedIn | undefined): Promise<boolean> {
    try {
      const whose = await api.previewSignIn({ body: { secret } })
      if (whose.is_current) return false
      question.value = { secret, whose, current }
      standing.value = 'asking'
      return true
    } catch (failure) {
      if (!current) {
        refuse(failure)
        standing.value = 'signed-out'
      }
      return !current
    }
  }

  /** Signs in with the link in question. */
  async function confirm(): Promise<void> {
    const asked = question.value
    if (!asked || busy.value) return
    await signIn(asked.secret)
    question.value = undefined
    if (standing.value === 'asking') standing.value = 'signed-out'
  }

  /** Leaves the link unused and the session unchanged. */
  async function decline(): Promise<void> {
    const current = question.value?.current
    question.value = undefined
    if (current) return welcome(current)
    standing.value = 'starting'
    await enter()
  }

  /** Signs in with the desktop app's credentials. */
  async function enter(): Promise<void> {
    const secret = await door.desktopSecret?.().catch(() => undefined)
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
      refuse(failure)
    } finally {
      busy.value = false
    }
  }

  function refuse(failure: unknown): void {
    error.value = fieldErrors(failure)?.['secret'] ?? explain(failure)
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
    question,
    confirm,
    decline,
    /** Reports whether the person who is signed in has a capability. */
    may: (capability: Capability): boolean =>
      account.value?.capabilities.includes(capability) ?? false,
    isSignedIn: computed(() => standing.value === 'signed-in'),
    start,
    signIn,
    signOut,
    /** Call when the server reports that the session has expired. */
    leave,
  }
}

const isSignedOut = (failure: unknown) => failure instanceof ApiError && failure.status === 401
