import type {
  ReceivedEmail,
  ReceivedEmailDetail,
  ReceivedEmailStatus,
} from '#contracts/email-receiving.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createReceivedModel } from './received-model.ts'

const TONES = {
  taken: 'ok',
  bounce: 'danger',
  ignored: 'neutral',
} as const satisfies Record<ReceivedEmailStatus, string>

/** The latest emails that came in, with the reason for those that became no message. */
export function ReceivedCard({ desk }: { readonly desk: Pick<Desk, 'api' | 'toasts'> }) {
  const model = useModel(() => createReceivedModel(desk.api))
  const list = model.list.value
  const open = (id: number) =>
    void model.open(id).catch((failure: Error) => desk.toasts.show(failure.message, 'danger'))
  return (
    <Card
      title={t('channels.received')}
      note={t('channels.receivedNote')}
      actions={
        <Button size="small" onClick={() => void model.load()}>
          {t('channels.refresh')}
        </Button>
      }
    >
      {model.error.value && (
        <ErrorState title={t('channels.receivedFailed')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
      {!list && !model.error.value && <Loading label={t('channels.loading')} rows={3} />}
      {list?.length === 0 && <p class="quiet">{t('channels.receivedEmpty')}</p>}
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
  readonly email: ReceivedEmail
  readonly onOpen: (id: number) => void
}

function Row({ email, onOpen }: RowProps) {
  const { id, address, subject, status, reason, created_at } = email
  return (
    <li>
      <button type="button" class="channel-email" onClick={() => onOpen(id)}>
        <span class="channel-email-head">
          <strong dir="auto">{subject || t('channels.noSubject')}</strong>
          <Badge tone={TONES[status]} isDot>
            {t(`channels.receivedStatuses.${status}`)}
          </Badge>
        </span>
        <span class="quiet">
          <span dir="ltr">{address || t('channels.noAddress')}</span> · <Time at={created_at} />
        </span>
        {reason && <span dir="auto">{reason}</span>}
      </button>
    </li>
  )
}

interface ReaderProps {
  readonly email: ReceivedEmailDetail
  readonly onClose: () => void
}

function Reader({ email, onClose }: ReaderProps) {
  const { subject, address, status, reason, text, left_out, conversation_id } = email
  return (
    <Dialog
      title={subject || t('channels.noSubject')}
      onClose={onClose}
      actions={
        conversation_id && (
          <a class="button" href={`/app/inbox/${conversation_id}`}>
            {t('channels.toConversation')}
          </a>
        )
      }
    >
      <p>
        <Badge tone={TONES[status]} isDot>
          {t(`channels.receivedStatuses.${status}`)}
        </Badge>{' '}
        <span dir="ltr">{address || t('channels.noAddress')}</span>
      </p>
      {reason && <p dir="auto">{reason}</p>}
      <Checks email={email} />
      {left_out.length > 0 && (
        <p class="quiet">{t('channels.leftOut', { names: left_out.join(', ') })}</p>
      )}
      {text && (
        <pre class="channel-text" dir="auto">
          {text}
        </pre>
      )}
    </Dialog>
  )
}

/** Results of the receiving server’s checks of the sender. */
function Checks({ email: { authentication } }: Pick<ReaderProps, 'email'>) {
  const { server, spf, dkim, dmarc } = authentication
  const results = Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc })
    .filter(([, result]) => result !== null)
    .map(([name, result]) => `${name} ${result}`)
  if (server === null || results.length === 0) return <p class="quiet">{t('channels.noChecks')}</p>
  return (
    <p class="quiet">
      {t('channels.checks', { server })}: <span dir="ltr">{results.join(', ')}</span>
    </p>
  )
}
