import type { ReadonlySignal } from '@preact/signals'
import type { EmailMailboxSettings } from '#contracts/email-mailbox.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Choices } from '../../../ui/controls.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { BanIcon, InboxIcon } from '../../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { CarrierForm, ToSandbox } from '../carrier-parts.tsx'
import { MailTestAnswer } from './mail-test-answer.tsx'
import { MailboxFieldsOf } from './mailbox-fields.tsx'
import { createMailboxModel, type MailboxChoice, type MailboxModel } from './mailbox-model.ts'

interface CardProps {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
  /** The provider chosen for outgoing mail. */
  readonly preset: ReadonlySignal<string>
}

/** The mailbox that replies are fetched from. */
export function MailboxCard({ desk, preset }: CardProps) {
  const model = useModel(() => createMailboxModel(desk.api, preset))
  const settings = model.settings.value
  if (!settings)
    return model.error.value ? (
      <ErrorState title={t('channels.mailboxFailed')} onRetry={() => void model.load()}>
        <p>{model.error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('channels.loading')} rows={3} />
    )
  return (
    <Card
      title={t('channels.mailbox')}
      note={t('channels.mailboxNote')}
      actions={<State settings={settings} />}
    >
      {settings.error && (
        <Banner tone="danger">
          <strong>{t('channels.mailboxBroken')}</strong>
          <p dir="auto">{settings.error}</p>
          {settings.is_paused && <p>{t('channels.mailboxPaused')}</p>}
        </Banner>
      )}
      <Choices<MailboxChoice>
        label={t('channels.fetchedBy')}
        value={model.carrier.value}
        options={[
          {
            value: 'sandbox',
            label: t('channels.mailboxes.none'),
            hint: t('channels.mailboxHints.none'),
            icon: <BanIcon size={18} />,
          },
          {
            value: 'mailbox',
            label: t('channels.mailboxes.mailbox'),
            hint: t('channels.mailboxHints.mailbox'),
            icon: <InboxIcon size={18} />,
          },
        ]}
        onChoose={(value) => {
          model.carrier.value = value
        }}
      />
      {model.carrier.value === 'mailbox' ? (
        <Mailbox desk={desk} model={model} settings={settings} />
      ) : (
        !settings.is_sandbox && (
          <ToSandbox
            desk={desk}
            model={model}
            words={{
              action: t('channels.mailboxStop'),
              title: `${t('channels.mailboxStop')}?`,
              question: t('channels.mailboxStopWords'),
              done: t('channels.mailboxStopped'),
            }}
          />
        )
      )}
    </Card>
  )
}

function State({ settings }: { readonly settings: EmailMailboxSettings }) {
  if (settings.is_sandbox) return <Badge tone="neutral">{t('channels.mailboxes.none')}</Badge>
  if (settings.error)
    return (
      <Badge tone="danger" isDot>
        {t('channels.worksNot')}
      </Badge>
    )
  return (
    <span class="quiet">
      <Badge tone="ok" isDot>
        {t('channels.mailboxRead')}
      </Badge>{' '}
      {settings.checked_at && <Time at={settings.checked_at} />}
    </span>
  )
}

interface MailboxProps extends Pick<CardProps, 'desk'> {
  readonly model: MailboxModel
  readonly settings: EmailMailboxSettings
}

function Mailbox({ desk, model, settings }: MailboxProps) {
  const { answer, fields } = model
  return (
    <CarrierForm
      desk={desk}
      model={model}
      words={{
        save: settings.is_sandbox ? t('channels.mailboxSave') : t('channels.saveAgain'),
        test: t('channels.test'),
        testing: t('channels.testing'),
        confirmTitle: t('channels.mailboxConfirmTitle'),
        confirm: t('channels.mailboxConfirm'),
        confirmWords: t('channels.mailboxConfirmWords', { host: fields.value.host.trim() || '–' }),
        saved: t('channels.mailboxSaved'),
      }}
      banners={
        settings.secrets === 'none' && <Banner tone="attention">{t('channels.noSecrets')}</Banner>
      }
      answer={answer.value && <MailTestAnswer answer={answer.value} />}
    >
      <MailboxFieldsOf model={model} />
    </CarrierForm>
  )
}
