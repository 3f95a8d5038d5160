import type {
  ReceivedEmail,
  ReceivedEmailDetail,
  ReceivedEmailStatus,
} from '#contracts/email-receiving.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Badge } from '../../../ui/display.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { MailList } from './mail-list.tsx'
import { createMailListModel } from './mail-list-model.ts'

const TONES = {
  taken: 'ok',
  bounce: 'danger',
  ignored: 'neutral',
} as const satisfies Record<ReceivedEmailStatus, string>

/** The latest emails that came in, with the reason for those that became no message. */
export function ReceivedCard({ desk }: { readonly desk: Pick<Desk, 'api' | 'toasts'> }) {
  const { api } = desk
  const model = useModel(() =>
    createMailListModel<ReceivedEmail, ReceivedEmailDetail>({
      list: api.listReceivedEmails,
      read: (id) => api.getReceivedEmail({ params: { id } }),
    }),
  )
  return (
    <MailList
      desk={desk}
      model={model}
      words={{
        title: t('channels.received'),
        note: t('channels.receivedNote'),
        failed: t('channels.receivedFailed'),
        empty: t('channels.receivedEmpty'),
      }}
      rowOf={({ id, subject, address, status, reason, created_at }) => ({
        id,
        subject: subject || t('channels.noSubject'),
        address: address || t('channels.noAddress'),
        tone: TONES[status],
        status: t(`channels.receivedStatuses.${status}`),
        reason,
        at: created_at,
      })}
      reader={(email) => <Reader email={email} onClose={model.close} />}
    />
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
