import { signal } from '@preact/signals'
import type { Notification } from '#contracts/notifications.ts'
import { eventsAreTranslated, explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import type { LiveEvent } from '../../app/live.ts'
import { notificationIn } from '../../app/notifications/center.ts'
import { t } from '../../locales/translate.ts'

type Needs = Pick<Desk, 'api' | 'live' | 'notifications' | 'toasts'>

/** The list of notifications while it is open. */
export function createNotificationList({ api, live, notifications, toasts }: Needs) {
  const items = signal<readonly Notification[]>()
  const before = signal<number | null>(null)
  const error = signal<string>()
  const isLoadingMore = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const page = await api.listNotifications()
      items.value = page.data
      before.value = page.before
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function loadMore(): Promise<void> {
    if (before.value === null || isLoadingMore.value) return
    isLoadingMore.value = true
    try {
      const page = await api.listNotifications({ query: { before: before.value } })
      const known = new Set(items.value?.map(({ id }) => id))
      items.value = [...(items.value ?? []), ...page.data.filter(({ id }) => !known.has(id))]
      before.value = page.before
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isLoadingMore.value = false
    }
  }

  function apply(event: LiveEvent): void {
    const added = notificationIn(event)
    if (added && items.value && eventsAreTranslated && isListed(added))
      items.value = [added, ...items.value.filter(({ id }) => id !== added.id)]
    else if (added || CHANGING.has(event.type)) void load()
  }

  function isListed({ kind }: Notification): boolean {
    return notifications.settings.value?.kinds[kind].desk ?? true
  }

  function show(id: number, isRead: boolean): void {
    items.value = items.value?.map((one) => (one.id === id ? { ...one, is_read: isRead } : one))
  }

  /** Marks everything in the list as read, or takes it back. */
  async function readUpTo(upTo: number): Promise<number | undefined> {
    try {
      const { previous } = await api.readNotifications({ body: { up_to: upTo } })
      await Promise.all([load(), notifications.loadCount()])
      return previous
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
      return undefined
    }
  }

  void load()
  const unsubscribe = live.subscribe(apply)
  return {
    /** Newest first; undefined until loaded. */
    items,
    error,
    hasMore: () => before.value !== null,
    isLoadingMore,
    load,
    loadMore,
    /** Marks one as read; a failure leaves it unread. */
    async read({ id, is_read }: Notification): Promise<void> {
      if (is_read) return
      show(id, true)
      try {
        await api.readNotification({ params: { id } })
        await notifications.loadCount()
      } catch {
        show(id, false)
      }
    },
    async readAll(): Promise<void> {
      const newest = items.value?.[0]?.id
      if (newest === undefined) return
      const previous = await readUpTo(newest)
      if (previous === undefined) return
      toasts.undo(t('notifications.allRead'), () => void readUpTo(previous))
    },
    stop: unsubscribe,
  }
}

/** Events after which the list is read again. */
const CHANGING: ReadonlySet<LiveEvent['type']> = new Set([
  'notifications.read',
  'notification_settings.updated',
  'notice.deleted',
  'conversation.deleted',
])
