import type { InboxItem } from '#contracts/conversations.ts'
import { desktopApp } from './desktop.ts'
import type { LiveEvent } from './live.ts'

/** Longest text of a notification, UTF-16 units. */
const LENGTH = 140

interface Needs {
  readonly isWanted: () => boolean
  readonly itemOf: (conversation: string) => InboxItem | undefined
  readonly nameOf: (item: InboxItem) => string
  readonly open: (conversation: string) => void
}

/** Tells an operator who looks elsewhere that a visitor wrote. */
export function createNotifier({ isWanted, itemOf, nameOf, open }: Needs) {
  return (event: LiveEvent): void => {
    if (event.type !== 'message.created' || event.data.message.author !== 'visitor') return
    if (!document.hidden || !isWanted()) return
    const item = itemOf(event.data.conversation_id)
    if (!item || item.type === 'test') return
    const note = { title: nameOf(item), body: event.data.message.content.slice(0, LENGTH) }
    const desktop = desktopApp()
    if (desktop) void desktop.notify(note)
    else if (canNotify()) {
      show(note, item.id, () => open(item.id))
    }
  }
}

/** Whether this browser may show notifications now. */
export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

/** Asks the person, unless they have answered before. */
export async function askToNotify(): Promise<boolean> {
  if (desktopApp()) return true
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

function show(note: { title: string; body: string }, tag: string, open: () => void): void {
  const shown = new Notification(note.title, { body: note.body, tag })
  shown.onclick = () => {
    window.focus()
    open()
    shown.close()
  }
}
