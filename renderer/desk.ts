import { effect } from '@preact/signals'
import { getMe } from '#contracts/account.ts'
import type { Call } from '#contracts/client.ts'
import { createApi } from './api.ts'
import { createLive, type Live } from './live.ts'
import { createPreferences, type Preferences } from './preferences.ts'
import { createInboxModel, type InboxModel } from './screens/inbox/model.ts'
import { createSessionModel, type Door, type SessionModel } from './screens/session/model.ts'
import type { Keep } from './storage.ts'
import { createToasts, type Toasts } from './toasts.ts'
import { createTypingNow, type TypingNow } from './typing.ts'

/** What every screen is given. */
export interface Desk {
  readonly call: Call
  readonly live: Live
  readonly session: SessionModel
  readonly inbox: InboxModel
  readonly typing: TypingNow
  readonly preferences: Preferences
  readonly toasts: Toasts
  readonly storage: Keep
  /** For the few answers that are not part of the API. */
  readonly fetch: typeof fetch
}

interface Outside {
  readonly storage: Keep
  readonly door: Door
  readonly fetch: typeof fetch
  readonly connect?: (url: string) => EventSource
}

/** Puts the app together. The inbox lives as long as the app: its count is in the title of every screen. */
export function createDesk({ storage, door, fetch, connect = open }: Outside): Desk {
  const call = createApi(() => session.leave(), fetch)
  const session = createSessionModel(call, door)
  const live = createLive({
    connect,
    // A refused stream does not say why; this call does, and signs out when the session is over.
    onRefused: () => void call(getMe).catch(() => undefined),
  })
  const inbox = createInboxModel(call, live.start)
  const typing = createTypingNow()

  live.subscribe(inbox.apply)
  live.subscribe(typing.apply)
  live.onResume(() => {
    typing.forget()
    void inbox.load()
  })
  effect(() => {
    if (session.isSignedIn.value) void inbox.load()
    else {
      live.stop()
      inbox.clear()
    }
  })

  const preferences = createPreferences(storage)
  const toasts = createToasts()
  return { call, live, session, inbox, typing, preferences, toasts, storage, fetch }
}

const open = (url: string) => new EventSource(url)
