import { useSignal } from '@preact/signals'
import type { Desk } from '../../app/desk.ts'
import { createSound } from '../../app/notifications/sound.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { PlayIcon } from '../../ui/icons.tsx'
import { Slider } from '../../ui/slider.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'

/** Settings of the chime on this device: on or off, and volume. */
export function SoundSettings({ desk }: { readonly desk: Desk }) {
  const { sound, volume } = desk.preferences
  const isSilent = useSignal(false)
  const chime = useModel(createSound)

  async function play(): Promise<void> {
    isSilent.value = !(await chime.play(volume.value))
  }

  return (
    <Card title={t('settings.notifications.soundTitle')} note={t('settings.onThisDevice')}>
      <Switch
        label={t('settings.notifications.sound')}
        hint={t('settings.notifications.soundHint')}
        checked={sound.value}
        onSwitch={(isOn) => {
          sound.value = isOn
        }}
      />
      {sound.value && (
        <>
          <Slider
            label={t('settings.notifications.volume')}
            value={volume.value}
            min={0}
            max={100}
            step={5}
            standard={60}
            format={(value) => `${value} %`}
            onEdit={(value) => {
              volume.value = value
            }}
          />
          <div class="form-actions">
            <Button icon={PlayIcon} onClick={play}>
              {t('settings.notifications.play')}
            </Button>
          </div>
        </>
      )}
      <div role="status">
        {isSilent.value && <Banner tone="attention">{t('settings.notifications.silent')}</Banner>}
      </div>
    </Card>
  )
}
