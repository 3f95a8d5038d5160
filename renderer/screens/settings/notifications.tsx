import { useSignal } from '@preact/signals'
import type { Desk } from '../../app/desk.ts'
import { desktopApp } from '../../app/desktop/desktop.ts'
import {
  permission,
  requestNotificationPermission,
  showTest,
} from '../../app/notifications/notifications.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { BellIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { InstallCard } from './install-card.tsx'
import { NotificationKinds } from './notification-kinds.tsx'
import { OperatorEmailsCard } from './operator-emails-card.tsx'
import { PushCard } from './push-card.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { SoundSettings } from './sound-settings.tsx'

/** Notification settings. */
export function Notifications({ desk }: { readonly desk: Desk }) {
  const { badge } = desk.preferences
  return (
    <>
      <NotificationKinds desk={desk} />
      <DesktopNotifications desk={desk} />
      <SoundSettings desk={desk} />
      {!desktopApp() && <PushCard desk={desk} />}
      {!desktopApp() && <InstallCard />}
      <OperatorEmailsCard desk={desk} />
      <QuietHours desk={desk} />
      <Card>
        <Switch
          label={t('settings.notifications.badge')}
          hint={t('settings.notifications.badgeHint')}
          checked={badge.value}
          onSwitch={(isOn) => {
            badge.value = isOn
          }}
        />
      </Card>
    </>
  )
}

function DesktopNotifications({ desk }: { readonly desk: Desk }) {
  const { notifications } = desk.preferences
  const answer = useSignal(permission())
  const isAsking = useSignal(false)

  async function set(isOn: boolean): Promise<void> {
    isAsking.value = isOn && permission() === 'default'
    if (isOn) answer.value = await requestNotificationPermission()
    isAsking.value = false
    notifications.value = isOn && answer.value === 'granted'
  }

  const isOn = notifications.value && answer.value === 'granted'
  return (
    <Card title={t('settings.notifications.desktop')} note={t('settings.onThisDevice')}>
      <Switch
        label={t('settings.notifications.desktop')}
        hint={t('settings.notifications.desktopHint')}
        checked={isOn}
        disabled={answer.value === 'unsupported'}
        onSwitch={set}
      />
      <div role="status">
        {isAsking.value && <Banner icon={BellIcon}>{t('settings.notifications.asking')}</Banner>}
        {answer.value === 'denied' && (
          <Banner tone="attention">{t('settings.notifications.denied')}</Banner>
        )}
        {answer.value === 'unsupported' && (
          <Banner>{t('settings.notifications.unsupported')}</Banner>
        )}
      </div>
      {isOn && (
        <div class="form-actions">
          <Button
            icon={BellIcon}
            onClick={() =>
              showTest(t('settings.notifications.testTitle'), t('settings.notifications.testBody'))
            }
          >
            {t('settings.notifications.test')}
          </Button>
        </div>
      )}
    </Card>
  )
}
