import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { SmsProviderSettings } from '#contracts/sms-provider.ts'
import type { Desk } from '../../desk.ts'
import { providersTexts as t } from '../../texts/providers.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Choices } from '../../ui/controls.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { FlaskIcon, LockIcon, PlugIcon } from '../../ui/icons-work.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
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

/** Who carries text messages: the Sandbox, or a provider that costs money. */
export function SmsProviderCard({ desk }: OfDesk) {
  const model = useModel(() => createSmsProviderModel(desk.api))
  const settings = model.settings.value
  if (!model.isAllowed.value) {
    return (
      <Card title={t.sms}>
        <Banner icon={LockIcon}>{t.notOwner}</Banner>
      </Card>
    )
  }
  if (!settings) {
    return model.error.value ? (
      <ErrorState title={t.failed} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t.loading} rows={3} />
    )
  }
  return (
    <>
      <Card
        title={t.sms}
        note={t.smsNote}
        actions={
          <Badge tone={settings.is_sandbox ? 'ai' : 'ok'} isDot>
            {t.now}: {settings.is_sandbox ? t.carriers.sandbox : t.carriers.provider}
          </Badge>
        }
      >
        {settings.error && (
          <Banner tone="danger">
            <strong>{t.broken}</strong>
            <p dir="auto">{settings.error}</p>
          </Banner>
        )}
        <Choices<Carrier>
          label={t.carrier}
          value={model.carrier.value}
          options={[
            {
              value: 'sandbox',
              label: t.carriers.sandbox,
              hint: t.carrierHints.sandbox,
              icon: <FlaskIcon size={18} />,
            },
            {
              value: 'provider',
              label: t.carriers.provider,
              hint: t.carrierHints.provider,
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
          !settings.is_sandbox && <ToSandbox desk={desk} model={model} />
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
  const form = useRef<HTMLFormElement>(null)
  const isAsked = useSignal(false)
  const { answer, busy, failure, fields } = model

  function toFault(): void {
    focusMistake(form.current)
  }

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
      {settings.secrets === 'none' && <Banner tone="attention">{t.noSecrets}</Banner>}
      {settings.secrets === 'memory' && <Banner>{t.memorySecrets}</Banner>}
      {failure.value && <Banner tone="danger">{failure.value}</Banner>}
      <ProviderFieldsOf model={model} />
      <div class="form-actions provider-actions">
        <Button kind="primary" type="submit" busy={busy.value === 'save'}>
          {settings.is_sandbox ? t.save : t.saveAgain}
        </Button>
        <Button
          busy={busy.value === 'test'}
          onClick={() => void model.test().then((isDone) => isDone || toFault())}
        >
          {t.test}
        </Button>
        <span role="status" class="provider-answer">
          {busy.value === 'test' && <span class="quiet">{t.testing}</span>}
          {answer.value && (
            <>
              <Badge tone={answer.value.ok ? 'ok' : 'danger'} isDot>
                {answer.value.account_name ?? (answer.value.ok ? 'OK' : t.account)}
              </Badge>{' '}
              <span dir="auto">{answer.value.message}</span>
            </>
          )}
        </span>
      </div>
      {settings.is_sandbox && <p class="quiet">{t.notSaved}</p>}
      {isAsked.value && (
        <ConfirmDialog
          title={t.saveTitle}
          confirm={t.saveConfirm}
          isDanger
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            // A fault stands beside its field, so that the dialog closes either way.
            if (await model.save()) desk.toasts.show(t.saved)
            else toFault()
          }}
        >
          <p>{t.saveWords(fields.value.url.trim() || '–')}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

function ToSandbox({ desk, model }: PartProps) {
  const isAsked = useSignal(false)
  return (
    <>
      <p class="quiet">{t.notSaved}</p>
      <div class="form-actions">
        <Button
          icon={FlaskIcon}
          onClick={() => {
            isAsked.value = true
          }}
        >
          {t.toSandbox}
        </Button>
      </div>
      {isAsked.value && (
        <ConfirmDialog
          title={t.sandboxTitle}
          confirm={t.toSandbox}
          isDanger
          onClose={() => {
            isAsked.value = false
          }}
          onConfirm={async () => {
            await model.toSandbox()
            desk.toasts.show(t.sandboxed)
          }}
        >
          <p>{t.sandboxWords}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Inbound({ settings }: OfSettings) {
  return (
    <Card title={t.inbound}>
      {settings.inbound_url === null ? (
        <Banner tone="attention">{t.inboundNone}</Banner>
      ) : (
        <>
          <p class="quiet">{t.inboundHint}</p>
          <CopyField label={t.inbound} text={settings.inbound_url} />
        </>
      )}
    </Card>
  )
}
