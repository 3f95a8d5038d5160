import type { Desk } from '../app/desk.ts'
import { t } from '../locales/translate.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { BellIcon } from '../ui/icons.tsx'

interface BellProps {
  readonly desk: Pick<Desk, 'notifications' | 'commands'>
  readonly onOpen: () => void
}

/** Opens the notifications, and shows how many are unread. */
export function Bell({ desk, onOpen }: BellProps) {
  const [shortcut] = desk.commands.keysOf('notifications')
  return (
    <span class="bell">
      <IconButton
        icon={BellIcon}
        size="small"
        label={labelOf(desk)}
        shortcut={shortcut}
        aria-haspopup="dialog"
        onClick={onOpen}
      />
      <UnreadNotifications desk={desk} />
    </span>
  )
}

/** The same as a button with text, for the sheet on phones. */
export function BellButton({ desk, onOpen }: BellProps) {
  return (
    <Button icon={BellIcon} aria-haspopup="dialog" aria-label={labelOf(desk)} onClick={onOpen}>
      {t('shell.notification.open')} <UnreadNotifications desk={desk} />
    </Button>
  )
}

/** Number of unread notifications, for the eye; the label of its button says it. */
export function UnreadNotifications({ desk }: Pick<BellProps, 'desk'>) {
  const count = desk.notifications.count.value
  if (count === 0) return null
  return (
    <span class="count" aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

function labelOf({ notifications }: BellProps['desk']): string {
  const count = notifications.count.value
  const label = t('shell.notification.open')
  return count === 0 ? label : `${label}, ${t('shell.navigation.unread', { count })}`
}
