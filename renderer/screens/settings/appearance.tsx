import type { Desk } from '../../desk.ts'
import { settingsTexts } from '../../texts/settings.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { AutoIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { Segmented } from '../../ui/segmented.tsx'

const t = settingsTexts.appearance

/** How the app looks on this device. */
export function Appearance({ desk }: { readonly desk: Desk }) {
  const { theme, density, textSize, motion } = desk.preferences
  return (
    <Card title={settingsTexts.parts.appearance} note={settingsTexts.onThisDevice}>
      <Choices
        label={t.theme}
        value={theme.value}
        options={[
          { value: 'auto', label: t.auto, icon: <AutoIcon size={18} /> },
          { value: 'light', label: t.light, icon: <SunIcon size={18} /> },
          { value: 'dark', label: t.dark, icon: <MoonIcon size={18} /> },
        ]}
        onChoose={(value) => {
          theme.value = value
        }}
      />
      <Line
        label={t.density}
        value={density.value}
        options={[
          ['roomy', t.roomy],
          ['compact', t.compact],
        ]}
        onChoose={(value) => {
          density.value = value
        }}
      />
      <Line
        label={t.text}
        value={textSize.value}
        options={[
          ['small', t.small],
          ['normal', t.normal],
          ['large', t.large],
        ]}
        onChoose={(value) => {
          textSize.value = value
        }}
      />
      <Line
        label={t.motion}
        value={motion.value}
        options={[
          ['auto', t.motionAuto],
          ['reduced', t.reduced],
        ]}
        onChoose={(value) => {
          motion.value = value
        }}
      />
    </Card>
  )
}

interface LineProps<value extends string> {
  readonly label: string
  readonly value: value
  readonly options: readonly (readonly [value, string])[]
  readonly onChoose: (value: value) => void
}

function Line<value extends string>({ label, value, options, onChoose }: LineProps<value>) {
  return (
    <div class="settings-line">
      <span aria-hidden="true">{label}</span>
      <Segmented
        label={label}
        value={value}
        options={options.map(([key, words]) => ({ value: key, label: words }))}
        onChoose={onChoose}
      />
    </div>
  )
}
