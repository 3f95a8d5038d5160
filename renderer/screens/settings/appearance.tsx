import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Choices } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { AutoIcon, MoonIcon, SunIcon } from '../../ui/icons.tsx'
import { Segmented } from '../../ui/segmented.tsx'

/** Appearance of the app on this device. */
export function Appearance({ desk }: { readonly desk: Desk }) {
  const { theme, density, textSize, motion } = desk.preferences
  return (
    <Card title={t('settings.parts.appearance')} note={t('settings.onThisDevice')}>
      <Choices
        label={t('settings.appearance.theme')}
        value={theme.value}
        options={[
          { value: 'auto', label: t('settings.appearance.auto'), icon: <AutoIcon size={18} /> },
          { value: 'light', label: t('settings.appearance.light'), icon: <SunIcon size={18} /> },
          { value: 'dark', label: t('settings.appearance.dark'), icon: <MoonIcon size={18} /> },
        ]}
        onChoose={(value) => {
          theme.value = value
        }}
      />
      <Line
        label={t('settings.appearance.density')}
        value={density.value}
        options={[
          ['roomy', t('settings.appearance.roomy')],
          ['compact', t('settings.appearance.compact')],
        ]}
        onChoose={(value) => {
          density.value = value
        }}
      />
      <Line
        label={t('settings.appearance.text')}
        value={textSize.value}
        options={[
          ['small', t('settings.appearance.small')],
          ['normal', t('settings.appearance.normal')],
          ['large', t('settings.appearance.large')],
        ]}
        onChoose={(value) => {
          textSize.value = value
        }}
      />
      <Line
        label={t('settings.appearance.motion')}
        value={motion.value}
        options={[
          ['auto', t('settings.appearance.motionAuto')],
          ['reduced', t('settings.appearance.reduced')],
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
