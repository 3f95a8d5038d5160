import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { EmailSenderSettings } from '#contracts/email.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Choices } from '../../../ui/controls.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { FlaskIcon, LockIcon, PlugIcon } from '../../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { EmailFieldsOf } from './email-fields.tsx'
import { type Carrier, createEmailModel, type EmailModel } from './email-model.ts'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

interface PartProps extends OfDesk {
  readonly model: EmailModel
}

/** Outgoing mail: the Sandbox outbox, or a mail server. */
export function EmailCard({ desk }: OfDesk) {
  const model = useModel(() => createEmailModel(desk.api))
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
        !settings.is_sandbox && <ToSandbox desk={desk} model={model} />
      )}
    </Card>
  )
}

interface ServerProps extends PartProps {
  readonly settings: EmailSenderSettings
}

function Server({ desk, model, settings }: ServerProps) {
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useSignal(false)
  const { answer, busy, failure, fields } = model
  const toFault = () => focusMistake(form.current)
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        isAsked.value = true
      }}
    >
      {settings.secrets === 'none' && <Banner tone="attention">{t('channels.noSecrets')}</Banner>}
      {!settings.has_public_address && <Banner>{t('channels.noLinks')}</Banner>}
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
      <EmailFieldsOf model={model} />
      <div class="form-actions provider-actions">
        <Button kind="primary" type="submit" busy={busy.value === 'save'}>
          {settings.is_sandbox ? t('channels.save') : t('channels.saveAgain')}
        </Button>
        <Button
          busy={busy.value === 'test'}
          onClick={() => void model.test().then((isDone) => isDone || toFault())}
        >
          {t('channels.test')}
        </Button>
        <span role="status" class="provider-answer">
          {busy.value === 'test' && <span class="quiet">{t('channels.testing')}</span>}
          {answer.value && (
            <>
              <Badge tone={answer.value.ok ? 'ok' : 'danger'} isDot>
                {answer.value.ok ? t('channels.works') : t('channels.worksNot')}
              </Badge>{' '}
              <span dir="auto">{answer.value.message}</span>{' '}
              {answer.value.allowable && (
                <a
                  href={`/app/settings/network?allow=${encodeURIComponent(answer.value.allowable)}`}
                >
                  {t('channels.allow')}
                </a>
              )}
            </>
          )}
        </span>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={t('channels.saveTitle')}
          confirm={t('channels.saveConfirm')}
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            // The dialog closes either way, because errors are shown next to their fields.
            if (await model.save()) desk.toasts.show(t('channels.saved'))
            else toFault()
          }}
        >
          <p>{t('channels.saveWords', { host: fields.value.host.trim() || '–' })}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

function ToSandbox({ desk, model }: PartProps) {
  const isAsked = useSignal(false)
  return (
    <>
      <div class="form-actions">
        <Button
          icon={FlaskIcon}
          onClick={() => {
            isAsked.value = true
          }}
        >
          {t('channels.toSandbox')}
        </Button>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={t('channels.sandboxTitle')}
          confirm={t('channels.toSandbox')}
          isDanger
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            await model.toSandbox()
            desk.toasts.show(t('channels.sandboxed'))
          }}
        >
          <p>{t('channels.sandboxWords')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
