import { effect } from '@preact/signals'
import type { DesktopApi, QuickReply, WorkspaceNames } from '../../../electron/desktop-api.ts'
import type { Desk } from '../desk.ts'
import { quickReply } from './quick-reply.ts'
import { noticeUpdates } from './update-notice.ts'

type Needs = Pick<
  Desk,
  | 'address'
  | 'api'
  | 'inbox'
  | 'live'
  | 'preferences'
  | 'session'
  | 'storage'
  | 'toasts'
  | 'updateReady'
  | 'workspaces'
>

/** Connects the desk to the surrounding desktop app: sends the unread count, receives links and quick replies. */
export function connectDesktop(desk: Needs, desktop: DesktopApi): () => void {
  const { address, inbox, live, preferences, session, workspaces } = desk
  const setNames = (names: WorkspaceNames) => {
    workspaces.value = names
  }
  const cleanups = [
    // The page of a newer server may run in an older app.
    'workspaces' in desktop ? desktop.workspaces.onChange(setNames) : () => undefined,
    desktop.onServerState((state) => {
      if (state === 'running') live.check()
    }),
    desktop.onAwake(live.check),
    desktop.onGo((place) => address.go(place)),
    desktop.onQuickReply((reply: QuickReply) => void quickReply(desk, reply)),
    noticeUpdates(desk, desktop),
    effect(() => {
      const isCounted = session.isSignedIn.value && preferences.badge.value
      const unread = isCounted ? inbox.unread.value : 0
      void desktop
        .showAttention({ unread, status: preferences.status.value })
        .catch(() => undefined)
    }),
  ]
  if ('workspaces' in desktop) void desktop.workspaces.names().then(setNames, () => undefined)
  return () => {
    for (const end of cleanups) end()
  }
}
