import type { QuietHours as Hours } from '#contracts/notifications.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { timezoneHere } from '../../format/timezone.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'

/** Daily hours without sounds and desktop notifications, on all of the operator's devices. */
export function QuietHours({ desk }: { readonly desk: Desk }) {
  const { notifications, toasts } = desk
  const quiet = notifications.settings.value?.quiet_hours
  if (!quiet) return null
  const here = timezoneHere()

  function set(change: Partial<Hours>): void {
    notifications
      .change({ quiet_hours: { ...quiet!, ...change } })
      .catch((failure: unknown) => toasts.show(explain(failure), 'danger'))
  }

  return (
    <Card title={t('settings.notifications.quietTitle')}>
      <Switch
        label={t('settings.notifications.quiet')}
        hint={t('settings.notifications.quietHint')}
        checked={quiet.is_on}
        onSwitch={(isOn) => set({ is_on: isOn, ...(isOn && { timezone: here }) })}
      />
      {quiet.is_on && (
        <>
          <div class="settings-hours">
            {(['from', 'to'] as const).map((edge) => (
              <label key={edge}>
                {t(`settings.notifications.${edge}`)}
                <input
                  type="time"
                  class="control"
                  required
                  value={quiet[edge]}
                  onChange={({ currentTarget: { value } }) => {
                    if (value) set({ [edge]: value })
                  }}
                />
              </label>
            ))}
          </div>
          <p class="field-hint">
            {t('settings.notifications.timezone', { timezone: quiet.timezone })}
          </p>
          {quiet.timezone !== here && (
            <div class="form-actions">
              <Button onClick={() => set({ timezone: here })}>
                {t('settings.notifications.useTimezone', { timezone: here })}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
