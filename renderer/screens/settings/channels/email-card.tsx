import type { EmailSenderSettings } from '#contracts/email.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Choices } from '../../../ui/controls.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { FlaskIcon, LockIcon, PlugIcon } from '../../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { CarrierForm, ToSandbox } from '../carrier-parts.tsx'
import { EmailFieldsOf } from './email-fields.tsx'
import { type Carrier, createEmailModel, type EmailModel } from './email-model.ts'
import { MailTestAnswer } from './mail-test-answer.tsx'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

interface PartProps extends OfDesk {
  readonly model: EmailModel
}

interface CardProps extends OfDesk {
  /** Called with the id of the mail provider that was chosen. */
  readonly onPreset: (id: string) => void
}

/** Outgoing mail: the Sandbox outbox, or a mail server. */
export function EmailCard({ desk, onPreset }: CardProps) {
  const model = useModel(() => createEmailModel(desk.api, onPreset))
  const settings = model.settings.value
  if (!model.isAllowed.value) {
    return (
      <Card title={t('channels.email')}>
        <Banner icon={LockIcon}>{t('channels.notOwner')}</Banner>
      </Card>
    )
  }
  if (!settings) {
    return model.error.value ? (
      <ErrorState title={t('channels.failed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('channels.loading')} rows={3} />
    )
  }
  return (
    <Card
      title={t('channels.email')}
      note={t('channels.emailNote')}
      actions={
        <Badge tone={settings.is_sandbox ? 'ai' : 'ok'} isDot>
          {t(settings.is_sandbox ? 'channels.carriers.sandbox' : 'channels.carriers.server')}
        </Badge>
      }
    >
      {settings.error && (
        <Banner tone="danger">
          <strong>{t('channels.broken')}</strong>
          <p dir="auto">{settings.error}</p>
        </Banner>
      )}
      <Choices<Carrier>
        label={t('channels.carrier')}
        value={model.carrier.value}
        options={[
          {
            value: 'sandbox',
            label: t('channels.carriers.sandbox'),
            hint: t('channels.carrierHints.sandbox'),
            icon: <FlaskIcon size={18} />,
          },
          {
            value: 'server',
            label: t('channels.carriers.server'),
            hint: t('channels.carrierHints.server'),
            icon: <PlugIcon size={18} />,
          },
        ]}
        onChoose={(value) => {
          model.carrier.value = value
        }}
      />
      {model.carrier.value === 'server' ? (
        <Server desk={desk} model={model} settings={settings} />
      ) : (
        !settings.is_sandbox && (
          <ToSandbox
            desk={desk}
            model={model}
            words={{
              action: t('channels.toSandbox'),
              title: t('channels.sandboxTitle'),
              question: t('channels.sandboxWords'),
              done: t('channels.sandboxed'),
            }}
          />
        )
      )}
    </Card>
  )
}

interface ServerProps extends PartProps {
  readonly settings: EmailSenderSettings
}

function Server({ desk, model, settings }: ServerProps) {
  const { answer, fields } = model
  return (
    <CarrierForm
      desk={desk}
      model={model}
      words={{
        save: settings.is_sandbox ? t('channels.save') : t('channels.saveAgain'),
        test: t('channels.test'),
        testing: t('channels.testing'),
        confirmTitle: t('channels.saveTitle'),
        confirm: t('channels.saveConfirm'),
        confirmWords: t('channels.saveWords', { host: fields.value.host.trim() || '–' }),
        saved: t('channels.saved'),
      }}
      banners={
        <>
          {settings.secrets === 'none' && (
            <Banner tone="attention">{t('channels.noSecrets')}</Banner>
          )}
          {!settings.has_public_address && <Banner>{t('channels.noLinks')}</Banner>}
        </>
      }
      answer={answer.value && <MailTestAnswer answer={answer.value} />}
    >
      <EmailFieldsOf model={model} />
    </CarrierForm>
  )
}
