import './panel.css'
import { useRef } from 'preact/hooks'
import type { Notification, NotificationKind } from '#contracts/notifications.ts'
import type { Desk } from '../../app/desk.ts'
import { placeOfNotification, wordsOf } from '../../app/notifications/words.ts'
import { t } from '../../locales/translate.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Icon } from '../../ui/icon.tsx'
import {
  AlertIcon,
  BellIcon,
  ChatIcon,
  CheckIcon,
  ClockIcon,
  InfoIcon,
  PersonIcon,
  SettingsIcon,
} from '../../ui/icons.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { dayName, Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { rove } from '../../ui/use-roving.ts'
import { createNotificationList } from './list-model.ts'

interface PanelProps {
  readonly desk: Desk
  readonly onClose: () => void
}

/** The notifications of the operator, by day. */
export function NotificationPanel({ desk, onClose }: PanelProps) {
  const list = useModel(() => createNotificationList(desk))
  const body = useRef<HTMLDivElement>(null)
  const items = list.items.value
  const error = list.error.value
  return (
    <Dialog
      title={t('notifications.title')}
      side="start"
      isReading
      onClose={onClose}
      actions={
        <>
          <LinkButton href="/app/settings/notifications" icon={SettingsIcon} kind="quiet">
            {t('notifications.settings')}
          </LinkButton>
          <Button
            icon={CheckIcon}
            disabled={
              !items?.some(({ is_read }) => !is_read) && desk.notifications.count.value === 0
            }
            onClick={() => void list.readAll()}
          >
            {t('notifications.readAll')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links inside */}
      <div
        class="notifications"
        ref={body}
        onKeyDown={(event) => void rove(event, body, '.notification', 'block')}
      >
        {error !== undefined && (
          <ErrorState title={t('notifications.failed')} onRetry={() => void list.load()}>
            {error}
          </ErrorState>
        )}
        {!items && error === undefined && <Loading label={t('notifications.loading')} />}
        {items?.length === 0 && (
          <Empty icon={BellIcon} title={t('notifications.empty')} isSmall>
            {t('notifications.emptyHint')}
          </Empty>
        )}
        {byDay(items ?? []).map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3 class="notifications-day">{day}</h3>
            <ul>
              {ofDay.map((one) => (
                <li key={one.id}>
                  <Row
                    notification={one}
                    onOpen={() => {
                      void list.read(one)
                      onClose()
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {list.hasMore() && (
          <Button kind="quiet" busy={list.isLoadingMore.value} onClick={() => void list.loadMore()}>
            {t('notifications.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const byDay = (items: readonly Notification[]) => [
  ...Map.groupBy(items, ({ created_at }) => dayName(new Date(created_at))),
]

const ICONS: Readonly<Record<NotificationKind, Icon>> = {
  mention: ChatIcon,
  assignment: PersonIcon,
  needs_person: PersonIcon,
  rule: BellIcon,
  sla: ClockIcon,
  delivery_failed: AlertIcon,
  notice: InfoIcon,
}

interface RowProps {
  readonly notification: Notification
  readonly onOpen: () => void
}

function Row({ notification, onOpen }: RowProps) {
  const { kind, is_read, created_at } = notification
  const { title, body } = wordsOf(notification)
  const Icon = ICONS[kind]
  return (
    <a
      class={`notification ${is_read ? '' : 'is-unread'}`}
      href={placeOfNotification(notification)}
      onClick={onOpen}
    >
      <Icon size={18} />
      <span class="notification-words">
        <span class="notification-title">{title}</span>
        {body && (
          <span class="notification-body">
            <bdi>{body}</bdi>
          </span>
        )}
      </span>
      <Time at={created_at} as="clock" />
      {!is_read && <span class="visually-hidden">{t('notifications.unread')}</span>}
    </a>
  )
}
