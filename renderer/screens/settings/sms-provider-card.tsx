import type { SmsProviderSettings } from '#contracts/sms-provider.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Choices } from '../../ui/controls.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { FlaskIcon, LockIcon, PlugIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { CarrierForm, ToSandbox } from './carrier-parts.tsx'
import { ProviderFieldsOf } from './sms-provider-fields.tsx'
import {
  type Carrier,
  createSmsProviderModel,
  type SmsProviderModel,
} from './sms-provider-model.ts'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

interface PartProps extends OfDesk {
  readonly model: SmsProviderModel
}

interface CardProps extends OfDesk {
  /** Called when another provider has been configured. */
  readonly onChange: () => void
}

/** SMS provider: the Sandbox, or a paid one. */
export function SmsProviderCard({ desk, onChange }: CardProps) {
  const model = useModel(() => createSmsProviderModel(desk.api, onChange))
  const settings = model.settings.value
  if (!model.isAllowed.value) {
    return (
      <Card title={t('providers.sms')}>
        <Banner icon={LockIcon}>{t('providers.notOwner')}</Banner>
      </Card>
    )
  }
  if (!settings) {
    return model.error.value ? (
      <ErrorState title={t('providers.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('providers.loading')} rows={3} />
    )
  }
  return (
    <>
      <Card
        title={t('providers.sms')}
        note={t('providers.smsNote')}
        actions={
          <Badge tone={settings.is_sandbox ? 'ai' : 'ok'} isDot>
            {t('providers.now')}:{' '}
            {settings.is_sandbox
              ? t('providers.carriers.sandbox')
              : t('providers.carriers.provider')}
          </Badge>
        }
      >
        {settings.error && (
          <Banner tone="danger">
            <strong>{t('providers.broken')}</strong>
            <p dir="auto">{settings.error}</p>
          </Banner>
        )}
        <Choices<Carrier>
          label={t('providers.carrier')}
          value={model.carrier.value}
          options={[
            {
              value: 'sandbox',
              label: t('providers.carriers.sandbox'),
              hint: t('providers.carrierHints.sandbox'),
              icon: <FlaskIcon size={18} />,
            },
            {
              value: 'provider',
              label: t('providers.carriers.provider'),
              hint: t('providers.carrierHints.provider'),
              icon: <PlugIcon size={18} />,
            },
          ]}
          onChoose={(value) => {
            model.carrier.value = value
          }}
        />
        {model.carrier.value === 'provider' ? (
          <Provider desk={desk} model={model} settings={settings} />
        ) : (
          !settings.is_sandbox && (
            <>
              <p class="quiet">{t('providers.notSaved')}</p>
              <ToSandbox
                desk={desk}
                model={model}
                words={{
                  action: t('providers.toSandbox'),
                  title: t('providers.sandboxTitle'),
                  question: t('providers.sandboxWords'),
                  done: t('providers.sandboxed'),
                }}
              />
            </>
          )
        )}
      </Card>
      {!settings.is_sandbox && <Inbound settings={settings} />}
    </>
  )
}

interface OfSettings {
  readonly settings: SmsProviderSettings
}

function Provider({ desk, model, settings }: PartProps & OfSettings) {
  const { answer, fields } = model
  return (
    <CarrierForm
      desk={desk}
      model={model}
      isDanger
      words={{
        save: settings.is_sandbox ? t('providers.save') : t('providers.saveAgain'),
        test: t('providers.test'),
        testing: t('providers.testing'),
        confirmTitle: t('providers.saveTitle'),
        confirm: t('providers.saveConfirm'),
        confirmWords: t('providers.saveWords', { url: fields.value.url.trim() || '–' }),
        saved: t('providers.saved'),
      }}
      banners={
        <>
          {settings.secrets === 'none' && (
            <Banner tone="attention">{t('providers.noSecrets')}</Banner>
          )}
          {settings.secrets === 'memory' && <Banner>{t('providers.memorySecrets')}</Banner>}
        </>
      }
      answer={
        answer.value && (
          <>
            <Badge tone={answer.value.ok ? 'ok' : 'danger'} isDot>
              {answer.value.account_name ?? (answer.value.ok ? 'OK' : t('providers.account'))}
            </Badge>{' '}
            <span dir="auto">{answer.value.message}</span>
          </>
        )
      }
      foot={settings.is_sandbox && <p class="quiet">{t('providers.notSaved')}</p>}
    >
      <ProviderFieldsOf model={model} />
    </CarrierForm>
  )
}

function Inbound({ settings }: OfSettings) {
  return (
    <Card title={t('providers.inbound')}>
      {settings.inbound_url === null ? (
        <Banner tone="attention">{t('providers.inboundNone')}</Banner>
      ) : (
        <>
          <p class="quiet">{t('providers.inboundHint')}</p>
          <CopyField label={t('providers.inbound')} text={settings.inbound_url} />
        </>
      )}
    </Card>
  )
}
