import type { Preferences, Theme } from '../../preferences.ts'
import { Choices, Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { AutoIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx'

/** How the app looks and listens on this device. */
export function Appearance({ preferences }: { readonly preferences: Preferences }) {
  const { theme, shortcuts } = preferences
  return (
    <Card title="Appearance" note="On this device only.">
      <Choices
        label="Theme"
        value={theme.value}
        options={[
          { value: 'auto', label: 'As the system', icon: <AutoIcon size={18} /> },
          { value: 'light', label: 'Light', icon: <SunIcon size={18} /> },
          { value: 'dark', label: 'Dark', icon: <MoonIcon size={18} /> },
        ]}
        onChoose={(value: Theme) => {
          theme.value = value
        }}
      />
      <Switch
        label="Single-key shortcuts"
        hint="Such as j and k in the inbox. Press ? anywhere to see them all."
        checked={shortcuts.value}
        onSwitch={(isOn) => {
          shortcuts.value = isOn
        }}
      />
    </Card>
  )
}
