import { useSignal } from '@preact/signals'
import { askToNotify } from '../../notifications.ts'
import type { Preferences } from '../../preferences.ts'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Banner } from '../../ui/states.tsx'

/** Whether the operator is told of messages while looking elsewhere. */
export function Notifications({ preferences }: { readonly preferences: Preferences }) {
  const { notifications } = preferences
  const isRefused = useSignal(false)

  async function set(isOn: boolean): Promise<void> {
    const isAllowed = isOn && (await askToNotify())
    isRefused.value = isOn && !isAllowed
    notifications.value = isAllowed
  }

  return (
    <Card title="Notifications" note="On this device only.">
      <Switch
        label="Tell me about new messages"
        hint="When a visitor writes and this window is hidden."
        checked={notifications.value}
        onSwitch={set}
      />
      {isRefused.value && (
        <Banner tone="attention">
          This browser does not allow Parley to notify you. Allow it in the settings of the site,
          beside the address, and switch it on again.
        </Banner>
      )}
    </Card>
  )
}
