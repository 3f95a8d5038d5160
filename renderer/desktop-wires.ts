import { effect } from '@preact/signals'
import type { DesktopApi, QuickReply } from '../electron/desktop-api.ts'
import type { Desk } from './desk.ts'
import { quickReply } from './quick-reply.ts'

type Needs = Pick<
  Desk,
  'address' | 'call' | 'inbox' | 'live' | 'preferences' | 'session' | 'storage' | 'toasts'
>

/** Connects the desk with the desktop app around it: what is unread goes out, links and quick replies come in. */
export function connectDesktop(desk: Needs, desktop: DesktopApi): () => void {
  const { address, inbox, live, preferences, session } = desk
  const ends = [
    desktop.onServerState((state) => {
      if (state === 'running') live.check()
    }),
    desktop.onAwake(live.check),
    desktop.onGo((place) => address.go(place)),
    desktop.onQuickReply((reply: QuickReply) => void quickReply(desk, reply)),
    effect(() => {
      const isCounted = session.isSignedIn.value && preferences.badge.value
      const unread = isCounted ? inbox.unread.value : 0
      void desktop
        .showAttention({ unread, status: preferences.status.value })
        .catch(() => undefined)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
