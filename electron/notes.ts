import { Notification } from 'electron'
import type { Note, QuickReply } from './desktop-api.ts'
import { logProblem } from './log.ts'

export interface NoteNeeds {
  readonly show: (place?: string) => void
  readonly reply: (reply: QuickReply) => void
}

/** Longest reply, as for any message, UTF-16 units. */
const MAX_REPLY_LENGTH = 8000

/** Visible notifications by conversation: a newer one replaces an older one. */
const shown = new Map<string, Notification>()

/** The latest other notifications: an unreferenced one is garbage-collected together with its click handler. */
const others = new Set<Notification>()
const MAX_OTHERS = 20

/** Closes all notifications: the window shows another workspace, which does not have their conversations. */
export function forgetNotes(): void {
  for (const notification of [...shown.values(), ...others]) notification.close()
}

/** Shows a notification. A click opens its conversation; macOS and Windows also support a reply in it. */
export function showNote({ title, body, conversation, reply }: Note, needs: NoteNeeds): void {
  if (!Notification.isSupported()) return
  const canReply = process.platform !== 'linux' && conversation !== undefined && reply !== undefined
  const notification = new Notification({
    title,
    body,
    ...(canReply && { hasReply: true, replyPlaceholder: reply }),
  })
  notification.on('click', () => needs.show(conversation && `/app/inbox/${conversation}`))
  notification.on('reply', (event) => {
    const text = event.reply.trim().slice(0, MAX_REPLY_LENGTH)
    if (conversation && text !== '') needs.reply({ conversation, text })
  })
  notification.on('failed', (_event, error) => logProblem(`A notification failed: ${error}`))
  if (conversation) {
    shown.get(conversation)?.close()
    shown.set(conversation, notification)
    notification.on('close', () => {
      if (shown.get(conversation) === notification) shown.delete(conversation)
    })
  } else hold(notification)
  notification.show()
}

/** Keeps a reference to the latest notifications only, because not every system reports their end. */
function hold(notification: Notification): void {
  others.add(notification)
  notification.on('close', () => others.delete(notification))
  if (others.size > MAX_OTHERS) others.delete(others.values().next().value!)
}
