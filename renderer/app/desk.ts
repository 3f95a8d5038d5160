import { effect, type Signal, signal, untracked } from '@preact/signals'
import type { WorkspaceNames } from '../../electron/desktop-api.ts'
import { type Address, createAddress } from './address.ts'
import { type Announcer, createAnnouncer } from './announcer.ts'
import { type Api, createApi } from './api.ts'
import { createHealth, type HealthNow } from './health.ts'
import { createDrafting, type Drafting } from './inbox/drafting.ts'
import { createInboxModel, type InboxModel } from './inbox/model.ts'
import { type Commands, createCommands } from './keys/shortcuts.ts'
import { createLive, type Live } from './live.ts'
import { createNotices, type Notices } from './notices.ts'
import { createNotificationCenter, type NotificationCenter } from './notifications/center.ts'
import { type AttendingNow, attendLive, createAttending } from './people/attending.ts'
import { createTeam, type Team } from './people/team.ts'
import { createPreferences, type Preferences } from './preferences.ts'
import { createRecent, type Recent } from './recent.ts'
import { createSessionModel, type SessionModel, type SignInSource } from './session/model.ts'
import type { Keep } from './storage.ts'
import { createToasts, type Toasts } from './toasts.ts'
import { createTypingNow, type TypingNow } from './typing.ts'

/** Shared state of all screens. */
export interface Desk {
  readonly api: Api
  readonly live: Live
  /** Health of the server. */
  readonly health: HealthNow
  readonly session: SessionModel
  readonly inbox: InboxModel
  readonly typing: TypingNow
  /** Unsent replies and notes, by conversation. */
  readonly drafting: Drafting
  /** Presence of others at the desk, and of this tab. */
  readonly attending: AttendingNow
  readonly preferences: Preferences
  readonly toasts: Toasts
  /** Speaks to screen readers. */
  readonly announcer: Announcer
  /** Operators of the account, including the signed-in one. */
  readonly team: Team
  /** Account notices that have not been dismissed. */
  readonly notices: Notices
  /** The operator's own notifications, and how they want to be notified. */
  readonly notifications: NotificationCenter
  /** Recently opened items, for the palette. */
  readonly recent: Recent
  /** True while this tab is visible; kept up to date by `start.tsx`. */
  readonly isVisible: Signal<boolean>
  /** Current address; `queryState` keeps a screen's state in it. */
  readonly address: Address
  /** Commands currently available, as shortcuts and in the palette. */
  readonly commands: Commands
  readonly storage: Keep
  /** Workspaces of the surrounding desktop app; undefined in a browser. */
  readonly workspaces: Signal<WorkspaceNames | undefined>
  /** Desktop app version that is installed on the next restart. */
  readonly updateReady: Signal<string | undefined>
  /** For the few requests that are not part of the API. */
  readonly fetch: typeof fetch
}

interface Outside {
  readonly storage: Keep
  readonly source: SignInSource
  readonly fetch: typeof fetch
  readonly connect?: (url: string) => EventSource
}

/** Assembles the app. The inbox model lives as long as the app, because every screen's title shows its count. */
export function createDesk({ storage, source, fetch, connect = open }: Outside): Desk {
  const api = createApi(
    () => session.leave(),
    fetch,
    () => live.probe(),
  )
  const session = createSessionModel(api, source)
  const tab = crypto.randomUUID()
  const live = createLive({
    tab,
    connect,
    // A rejected stream gives no reason; this call does, and signs out if the session has expired.
    onRefused: () => void api.getMe().catch(() => undefined),
  })
  const isVisible = signal(true)
  const health = createHealth(fetch, () => isVisible.value)
  const inbox = createInboxModel(api, live.start)
  const typing = createTypingNow()
  const team = createTeam(api)
  const notices = createNotices(api, () => session.may('account'))
  const preferences = createPreferences(storage)
  const attending = createAttending({
    api,
    tab,
    status: () => preferences.status.value,
    isVisible: () => isVisible.value,
  })
  const notifications = createNotificationCenter(api)
  const drafting = createDrafting(api, () => attending.me.value)
  const announcer = createAnnouncer()

  live.subscribe(inbox.apply)
  live.subscribe(typing.apply)
  live.subscribe(drafting.apply)
  attendLive(attending, live)
  live.onOpen(() => void health.load())
  // Counted when the stream opens, because it does not repeat what came before.
  live.onOpen(() => void notifications.loadCount())
  live.onOpen(() => void drafting.load())
  live.subscribe(team.apply)
  live.subscribe(({ type }) => {
    // Rows of conversations have no events of their own for it.
    if (type === 'reply_targets.changed') void inbox.load()
  })
  live.subscribe(notices.apply)
  live.subscribe(notifications.apply)
  live.onResume(() => {
    typing.forget()
    // A changed role ends the stream.
    void session.refresh().catch(() => undefined)
    void inbox.load()
    void team.load()
    void notices.load()
    void notifications.loadSettings()
  })
  effect(() => {
    const open = isVisible.value ? attending.conversation.value : undefined
    if (open !== undefined && notifications.unreadIn.value.has(open))
      void untracked(() => notifications.readConversation(open))
  })
  function enter(): void {
    attending.start()
    health.start()
    void team.load()
    void notices.load()
    void notifications.loadSettings()
    void inbox.load()
  }
  effect(() => {
    // Untracked: signals read while loading must not trigger another load.
    if (session.isSignedIn.value) untracked(enter)
    else {
      attending.stop()
      health.stop()
      team.clear()
      notices.clear()
      notifications.clear()
      announcer.clear()
      drafting.clear()
      live.stop()
      inbox.clear()
    }
  })

  const toasts = createToasts()
  const address = createAddress()
  const commands = createCommands(preferences)
  return {
    api,
    live,
    health,
    session,
    inbox,
    typing,
    drafting,
    attending,
    preferences,
    toasts,
    announcer,
    team,
    notices,
    notifications,
    recent: createRecent(storage),
    isVisible,
    address,
    commands,
    storage,
    workspaces: signal<WorkspaceNames>(),
    updateReady: signal<string>(),
    fetch,
  }
}

const open = (url: string) => new EventSource(url)
