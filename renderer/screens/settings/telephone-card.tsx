import { useSignal } from '@preact/signals'
import type { TelephoneSettings } from '#contracts/telephone.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import type { TelephoneModel } from './telephone-model.ts'
import { TelephoneResult } from './telephone-result.tsx'

interface PartProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: TelephoneModel
}

/** Telephone calls: simulated by the Sandbox, or carried by the SMS provider. */
export function TelephoneCard({ desk, model }: PartProps) {
  const settings = model.settings.value
  // The SMS card already explains that only the owner has access.
  if (!model.isAllowed.value) return null
  if (!settings) {
    return model.error.value ? (
      <ErrorState title={t('telephone.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('telephone.loading')} rows={3} />
    )
  }
  return (
    <Card
      title={t('telephone.title')}
      note={t('telephone.note')}
      actions={
        <Badge tone={settings.is_on ? 'ok' : 'ai'} isDot>
          {settings.is_on ? t('telephone.real') : t('telephone.sandbox')}
        </Badge>
      }
    >
      {settings.error && (
        <Banner tone={settings.is_on ? 'danger' : 'attention'}>
          {settings.is_on && <strong>{t('telephone.broken')}</strong>}
          <p dir="auto">{settings.error}</p>
        </Banner>
      )}
      {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
      {settings.account !== null && <Actions desk={desk} model={model} settings={settings} />}
      <div role="status">
        {model.isTesting.value && <p class="quiet">{t('telephone.testing')}</p>}
        {model.result.value && <TelephoneResult result={model.result.value} />}
      </div>
      {settings.is_on && settings.incoming_url !== null && (
        <>
          <p class="quiet">{t('telephone.incomingHint')}</p>
          <CopyField label={t('telephone.incoming')} text={settings.incoming_url} />
        </>
      )}
    </Card>
  )
}

interface ActionsProps extends PartProps {
  readonly settings: TelephoneSettings
}

function Actions({ desk, model, settings }: ActionsProps) {
  const asked = useSignal<'on' | 'off' | undefined>(undefined)
  const isOn = settings.is_on

  /** Calls can only be turned on after a successful test. */
  async function confirmTurnOn(): Promise<void> {
    const result = await model.test()
    if (result?.can_be_on) asked.value = 'on'
  }

  return (
    <>
      <div class="form-actions provider-actions">
        {isOn ? (
          <Button
            onClick={() => {
              asked.value = 'off'
            }}
          >
            {t('telephone.turnOff')}
          </Button>
        ) : (
          <Button
            kind="primary"
            busy={model.isTesting.value}
            disabled={settings.error !== null}
            onClick={() => void confirmTurnOn()}
          >
            {t('telephone.turnOn')}
          </Button>
        )}
        <Button busy={model.isTesting.value} onClick={() => void model.test()}>
          {t('telephone.test')}
        </Button>
      </div>
      {asked.value && (
        <ConfirmDialog
          title={t(`telephone.${asked.value}Title`)}
          confirm={t(asked.value === 'on' ? 'telephone.onConfirm' : 'telephone.turnOff')}
          isDanger
          onClose={() => {
            asked.value = undefined
          }}
          onConfirm={async () => {
            const isOnNow = asked.value === 'on'
            await model.turn(isOnNow)
            desk.toasts.show(t(isOnNow ? 'telephone.isOn' : 'telephone.isOff'))
          }}
        >
          <p>{t(`telephone.${asked.value}Words`)}</p>
          {asked.value === 'on' && model.result.value?.ok === false && (
            <Banner tone="attention">{t('telephone.onDoubt')}</Banner>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
