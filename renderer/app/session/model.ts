import { computed, signal } from '@preact/signals'
import type { Capability } from '#contracts/capabilities.ts'
import { ApiError } from '#contracts/client.ts'
import type { SignedIn, SignInPreview } from '#contracts/sessions.ts'
import { type Api, explain, fieldErrors } from '../api.ts'

/** State of the app's connection to the server. */
export type SessionStatus = 'starting' | 'unreachable' | 'asking' | 'signed-out' | 'signed-in'

/** Confirmation before a link opens a session: an attacker may have sent it to sign the user in to a foreign account. */
export interface SignInQuestion {
  readonly secret: string
  readonly whose: SignInPreview
  /** Account that is already signed in; Cancel keeps it. */
  readonly current: SignedIn | undefined
}

/** Sign-in information from the page around the app. */
export interface SignInSource {
  /** Takes the secret of a one-time link out of the address. */
  takeLinkSecret(): string | undefined
  /** A secret from the desktop app, if this page is its window. */
  readonly desktopSecret?: (() => Promise<string>) | undefined
  /** Asks the desktop app to sign in to a remote workspace; resolves to whether it did. */
  readonly desktopSession?: (() => Promise<boolean>) | undefined
}

export type SessionModel = ReturnType<typeof createSessionModel>

/** Session state: signing in and out. */
export function createSessionModel(api: Api, source: SignInSource) {
  const status = signal<SessionStatus>('starting')
  const account = signal<SignedIn>()
  const error = signal<string>()
  const busy = signal(false)
  const question = signal<SignInQuestion>()

  async function start(): Promise<void> {
    const secret = source.takeLinkSecret()
    error.value = undefined
    status.value = 'starting'
    try {
      const { account: me } = await api.getSession()
      if (secret !== undefined && (await ask(secret, me ?? undefined))) return
      if (me) return setSignedIn(me)
    } catch (failure) {
      return handleFailure(failure)
    }
    await enter()
  }

  /** Resumes this browser's session, if any. */
  async function resume(): Promise<void> {
    const { account: me } = await api.getSession()
    if (me) setSignedIn(me)
  }

  /** Reads the capabilities again, which a changed role takes or gives. */
  async function refresh(): Promise<void> {
    const { account: me } = await api.getSession()
    if (me) account.value = me
  }

  /** Asks before a link opens a session; false if the current session simply continues. */
  async function ask(secret: string, current: SignedIn | undefined): Promise<boolean> {
    try {
      const whose = await api.previewSignIn({ body: { secret } })
      if (whose.is_current) return false
      question.value = { secret, whose, current }
      status.value = 'asking'
      return true
    } catch (failure) {
      if (!current) {
        refuse(failure)
        status.value = 'signed-out'
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
    if (status.value === 'asking') status.value = 'signed-out'
  }

  /** Leaves the link unused and the session unchanged. */
  async function decline(): Promise<void> {
    const current = question.value?.current
    question.value = undefined
    if (current) return setSignedIn(current)
    status.value = 'starting'
    await enter()
  }

  /** Signs in with the desktop app's credentials. */
  async function enter(): Promise<void> {
    const secret = await source.desktopSecret?.().catch(() => undefined)
    if (secret) await signIn(secret)
    else if (await source.desktopSession?.().catch(() => false))
      await resume().catch(() => undefined)
    if (status.value === 'starting') status.value = 'signed-out'
  }

  async function signIn(secret: string): Promise<void> {
    busy.value = true
    error.value = undefined
    try {
      setSignedIn(await api.openSession({ body: { secret: secret.trim() } }))
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
    if (status.value !== 'starting') status.value = 'signed-out'
  }

  function setSignedIn(me: SignedIn): void {
    account.value = me
    status.value = 'signed-in'
  }

  function handleFailure(failure: unknown): void {
    error.value = explain(failure)
    status.value = 'unreachable'
  }

  return {
    status,
    account,
    error,
    busy,
    question,
    confirm,
    decline,
    /** Reports whether the person who is signed in has a capability. */
    may: (capability: Capability): boolean =>
      account.value?.capabilities.includes(capability) ?? false,
    isSignedIn: computed(() => status.value === 'signed-in'),
    start,
    signIn,
    refresh,
    signOut,
    /** Call when the server reports that the session has expired. */
    leave,
  }
}

const isSignedOut = (failure: unknown) => failure instanceof ApiError && failure.status === 401
