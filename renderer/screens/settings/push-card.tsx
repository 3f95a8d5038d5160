import { useEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { canPush, createPushModel } from '../../app/installed/push.ts'
import { t } from '../../locales/translate.ts'
import { Switch } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Banner } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'

/** Notifications on this device while no tab is open. */
export function PushCard({ desk }: { readonly desk: Pick<Desk, 'api'> }) {
  const model = useModel(() => createPushModel(desk.api))
  useEffect(() => void model.load(), [])
  const { isOn = false, showsText = false } = model.state.value ?? {}
  return (
    <Card title={t('settings.push.title')} note={t('settings.onThisDevice')}>
      <Switch
        label={t('settings.push.title')}
        hint={t('settings.push.hint')}
        checked={isOn}
        disabled={!canPush() || model.state.value === undefined || model.isBusy.value}
        onSwitch={(wanted) => void (wanted ? model.turnOn(showsText) : model.turnOff())}
      />
      {isOn && (
        <Switch
          label={t('settings.push.text')}
          hint={t('settings.push.textHint')}
          checked={showsText}
          disabled={model.isBusy.value}
          onSwitch={(wanted) => void model.turnOn(wanted)}
        />
      )}
      <div role="status">
        {!canPush() && <Banner>{t('settings.push.unsupported')}</Banner>}
        {model.isDenied.value && (
          <Banner tone="attention">{t('settings.notifications.denied')}</Banner>
        )}
        {model.error.value !== undefined && <Banner tone="danger">{model.error.value}</Banner>}
      </div>
    </Card>
  )
}
