import type { SmsDetail } from '#contracts/sms.ts'
import type { Desk } from '../../app/desk.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/display.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { useModel } from '../../ui/use-model.ts'
import { createMessageModel } from './message-model.ts'
import { SmsStatusBadge } from './status-badge.tsx'

interface MessageDrawerProps {
  readonly desk: Desk
  readonly id: number
  readonly onClose: () => void
}

/** A text message: its status, what that means, and what happens next. */
export function MessageDrawer({ desk, id, onClose }: MessageDrawerProps) {
  const model = useModel(() => createMessageModel(desk, id), [id])
  const message = model.message.value
  return (
    <Drawer title={t('sms.detail')} onClose={onClose}>
      {message && <MessageDetail message={message} mayWrite={desk.session.may('outreach')} />}
      {!message && !model.error.value && <Loading label={t('sms.loading')} rows={3} />}
      {!message && model.error.value && (
        <ErrorState title={t('sms.failedToLoad')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
    </Drawer>
  )
}

interface MessageDetailProps {
  readonly message: SmsDetail
  /** True if the operator may send another message. */
  readonly mayWrite: boolean
}

function MessageDetail({ message, mayWrite }: MessageDetailProps) {
  const { status, body, to, from, error, next_check_at, provider, is_sandbox } = message
  const again = new URLSearchParams({ to, from: String(message.phone_number_id) })
  const copy = new URLSearchParams({ from: String(message.phone_number_id), body })
  return (
    <div class="sms-detail">
      <div class="sms-state" role="status">
        <SmsStatusBadge status={status} />{' '}
        {is_sandbox && <Badge tone="ai">{t('sms.sandboxBadge')}</Badge>}
        <p>{t(`sms.meanings.${status}`)}</p>
        {error && (
          <p>
            <strong>{t('sms.reason')}:</strong> <span dir="auto">{error}</span>
          </p>
        )}
        {next_check_at && (
          <p>
            {t('sms.nextCheck')}: <Time at={next_check_at} as="full" />
          </p>
        )}
        {status === 'unknown' && !next_check_at && <p>{t('sms.noMoreChecks')}</p>}
      </div>
      <p class="sms-bubble" dir="auto">
        {body}
      </p>
      <Facts
        rows={[
          [t('sms.to'), <span dir="ltr">{to}</span>],
          [t('sms.from'), <span dir="ltr">{from}</span>],
          [t('sms.segments'), message.segments],
          [t('sms.price'), formatMoney(message.segment_price)],
          [t('sms.cost'), formatMoney(message.total_cost)],
          [t('sms.created'), <Time at={message.created_at} as="full" />],
          [t('sms.updated'), <Time at={message.updated_at} as="full" />],
          [t('sms.provider'), provider],
          [t('sms.sid'), <code>{message.sms_sid || '–'}</code>],
          [t('sms.id'), message.id],
        ]}
      />
      {mayWrite && (
        <div class="sms-actions">
          <LinkButton size="small" href={`/app/sms/new?${again}`}>
            {t('sms.writeAgain')}
          </LinkButton>
          <LinkButton size="small" href={`/app/sms/new?${copy}`}>
            {t('sms.useAgain')}
          </LinkButton>
        </div>
      )}
    </div>
  )
}
