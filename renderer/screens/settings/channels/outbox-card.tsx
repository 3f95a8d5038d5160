import type { Email, EmailDetail } from '#contracts/email.ts'
import type { EmailStatus } from '#contracts/enums.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createOutboxModel } from './outbox-model.ts'

const TONES = {
  waiting: 'attention',
  sending: 'neutral',
  sent: 'ok',
  sandbox: 'ai',
  failed: 'danger',
  unknown: 'attention',
  cancelled: 'neutral',
} as const satisfies Record<EmailStatus, string>

/** The latest emails to visitors; those of the Sandbox have not left. */
export function OutboxCard({ desk }: { readonly desk: Pick<Desk, 'api' | 'toasts'> }) {
  const model = useModel(() => createOutboxModel(desk.api))
  const list = model.list.value
  const open = (id: number) =>
    void model.open(id).catch((failure: Error) => desk.toasts.show(failure.message, 'danger'))
  return (
    <Card
      title={t('channels.outbox')}
      note={t('channels.outboxNote')}
      actions={
        <Button size="small" onClick={() => void model.load()}>
          {t('channels.refresh')}
        </Button>
      }
    >
      {model.error.value && (
        <ErrorState title={t('channels.outboxFailed')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {!list && !model.error.value && <Loading label={t('channels.loading')} rows={3} />}
      {list?.length === 0 && <p class="quiet">{t('channels.outboxEmpty')}</p>}
      {list && list.length > 0 && (
        <ul class="channel-emails">
          {list.map((email) => (
            <Row key={email.id} email={email} onOpen={open} />
          ))}
        </ul>
      )}
      {model.opened.value && <Reader email={model.opened.value} onClose={model.close} />}
    </Card>
  )
}

interface RowProps {
  readonly email: Email
  readonly onOpen: (id: number) => void
}

function Row({ email, onOpen }: RowProps) {
  const { id, address, subject, status, error, created_at } = email
  return (
    <li>
      <button type="button" class="channel-email" onClick={() => onOpen(id)}>
        <span class="channel-email-head">
          <strong dir="auto">{subject}</strong>
          <Badge tone={TONES[status]} isDot>
            {t(`channels.statuses.${status}`)}
          </Badge>
        </span>
        <span class="quiet">
          <span dir="ltr">{address}</span> · <Time at={created_at} />
        </span>
        {error && <span dir="auto">{error}</span>}
      </button>
    </li>
  )
}

interface ReaderProps {
  readonly email: EmailDetail
  readonly onClose: () => void
}

function Reader({ email, onClose }: ReaderProps) {
  const { subject, address, status, error, text, conversation_id } = email
  return (
    <Dialog
      title={subject}
      onClose={onClose}
      actions={
        <a class="button" href={`/app/inbox/${conversation_id}`}>
          {t('channels.toConversation')}
        </a>
      }
    >
      <p>
        <Badge tone={TONES[status]} isDot>
          {t(`channels.statuses.${status}`)}
        </Badge>{' '}
        <span dir="ltr">{address}</span>
      </p>
      {status === 'sandbox' && <p class="quiet">{t('channels.sandboxMail')}</p>}
      {error && <p dir="auto">{error}</p>}
      <pre class="channel-text" dir="auto">
        {text}
      </pre>
    </Dialog>
  )
}
