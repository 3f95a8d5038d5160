import type { Email, EmailDetail } from '#contracts/email.ts'
import type { EmailStatus } from '#contracts/enums.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Badge } from '../../../ui/display.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { MailList } from './mail-list.tsx'
import { createMailListModel } from './mail-list-model.ts'

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
  const { api } = desk
  const model = useModel(() =>
    createMailListModel<Email, EmailDetail>({
      list: api.listEmails,
      read: (id) => api.getEmail({ params: { id } }),
    }),
  )
  return (
    <MailList
      desk={desk}
      model={model}
      words={{
        title: t('channels.outbox'),
        note: t('channels.outboxNote'),
        failed: t('channels.outboxFailed'),
        empty: t('channels.outboxEmpty'),
      }}
      rowOf={({ id, subject, address, status, error, created_at }) => ({
        id,
        subject,
        address,
        tone: TONES[status],
        status: t(`channels.statuses.${status}`),
        reason: error,
        at: created_at,
      })}
      reader={(email) => <Reader email={email} onClose={model.close} />}
    />
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
