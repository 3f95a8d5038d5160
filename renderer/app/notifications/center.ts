import { computed, signal } from '@preact/signals'
import type {
  Notification,
  NotificationKind,
  NotificationSettings,
} from '#contracts/notifications.ts'
import type { Api } from '../api.ts'
import type { LiveEvent } from '../live.ts'

export type NotificationCenter = ReturnType<typeof createNotificationCenter>

type UnreadIn = ReadonlyMap<string, readonly NotificationKind[]>

/** Minimum interval between count requests, ms. */
const COUNT_EVERY = 300

const NOWHERE: UnreadIn = new Map()

/** Events after which unread notifications are counted again. */
const COUNTING: ReadonlySet<LiveEvent['type']> = new Set([
  'notification.created',
  'notification.raised',
  'notifications.read',
  'notification_settings.updated',
  'notice.deleted',
])

/** A new notification in an event, if it is one. */
export const notificationIn = ({ type, data }: LiveEvent): Notification | undefined =>
  type === 'notification.created' || type === 'notification.raised' ? data : undefined

/** Unread notifications of the operator, and how they want to be notified. The list itself is loaded when it is opened. */
export function createNotificationCenter(api: Api) {
  const count = signal(0)
  const unreadIn = signal(NOWHERE)
  const settings = signal<NotificationSettings>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let generation = 0

  /** Failures keep the previous state; it is loaded again after a reconnect. */
  async function loadCount(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const startGeneration = generation
    const reply = await api.countNotifications().catch(() => undefined)
    if (!reply || startGeneration !== generation) return
    count.value = reply.count
    unreadIn.value = new Map(reply.conversations.map(({ id, kinds }) => [id, kinds]))
  }

  async function loadSettings(): Promise<void> {
    const startGeneration = generation
    const reply = await api.getNotificationSettings().catch(() => undefined)
    if (reply && startGeneration === generation) settings.value = reply
  }

  function countSoon(): void {
    timer ??= setTimeout(() => void loadCount(), COUNT_EVERY)
  }

  /** Marks the notifications about a conversation as read; they stay unread if that fails. */
  async function readConversation(uuid: string): Promise<void> {
    await api.readConversationNotifications({ params: { uuid } }).catch(() => undefined)
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'notification_settings.updated') settings.value = event.data
    if (COUNTING.has(event.type) || endsWait(event) || endsConversation(event)) countSoon()
  }

  /** A call for an answer counts as read for everyone once somebody has answered. */
  function endsWait({ type, data }: LiveEvent): boolean {
    if (type !== 'conversation.updated') return false
    const kinds = unreadIn.peek().get(data.id) ?? []
    return (
      (kinds.includes('needs_person') && !data.needs_person) ||
      (kinds.includes('sla') && data.reply_due === null)
    )
  }

  const endsConversation = ({ type, data }: LiveEvent): boolean =>
    type === 'conversation.deleted' && unreadIn.peek().has(data.id)

  return {
    /** Number of unread notifications, at most 100. */
    count,
    /** Conversations with unread mentions. */
    mentionedIn: computed<ReadonlySet<string>>(
      () =>
        new Set(
          [...unreadIn.value].flatMap(([id, kinds]) => (kinds.includes('mention') ? id : [])),
        ),
    ),
    /** The conversations of unread notifications. */
    unreadIn,
    /** Undefined until loaded. */
    settings,
    loadCount,
    loadSettings,
    apply,
    readConversation,
    /** Changes settings optimistically; restores them and throws if the server refuses. */
    async change(change: Partial<NotificationSettings>): Promise<void> {
      const before = settings.value
      if (!before) return
      settings.value = { ...before, ...change }
      try {
        const { data } = await api.updateNotificationSettings({ body: change })
        settings.value = data
      } catch (failure) {
        settings.value = before
        throw failure
      }
    },
    clear(): void {
      generation += 1
      clearTimeout(timer)
      timer = undefined
      count.value = 0
      unreadIn.value = NOWHERE
      settings.value = undefined
    },
  }
}
