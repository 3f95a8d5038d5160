import type { SmsDetail } from '#contracts/sms.ts'
import type { Desk } from '../../desk.ts'
import { formatMoney } from '../../texts/format.ts'
import { smsTexts as t } from '../../texts/sms.ts'
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

/** One text message: what became of it, what that means and what happens next. */
export function MessageDrawer({ desk, id, onClose }: MessageDrawerProps) {
  const model = useModel(() => createMessageModel(desk, id), [id])
  const message = model.message.value
  return (
    <Drawer title={t.detail} onClose={onClose}>
      {message && <Whole message={message} />}
      {!message && !model.error.value && <Loading label={t.loading} rows={3} />}
      {!message && model.error.value && (
        <ErrorState title={t.failedToLoad} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
    </Drawer>
  )
}

function Whole({ message }: { readonly message: SmsDetail }) {
  const { status, body, to, from, error, next_check_at, provider, is_sandbox } = message
  const again = new URLSearchParams({ to, from: String(message.phone_number_id) })
  const copy = new URLSearchParams({ from: String(message.phone_number_id), body })
  return (
    <div class="sms-detail">
      <div class="sms-state" role="status">
        <SmsStatusBadge status={status} /> {is_sandbox && <Badge tone="ai">{t.sandboxBadge}</Badge>}
        <p>{t.meanings[status]}</p>
        {error && (
          <p>
            <strong>{t.reason}:</strong> <span dir="auto">{error}</span>
          </p>
        )}
        {next_check_at && (
          <p>
            {t.nextCheck}: <Time at={next_check_at} as="full" />
          </p>
        )}
        {status === 'unknown' && !next_check_at && <p>{t.noMoreChecks}</p>}
      </div>
      <p class="sms-bubble" dir="auto">
        {body}
      </p>
      <Facts
        rows={[
          [t.to, <span dir="ltr">{to}</span>],
          [t.from, <span dir="ltr">{from}</span>],
          [t.segments, message.segments],
          [t.price, formatMoney(message.segment_price)],
          [t.cost, formatMoney(message.total_cost)],
          [t.created, <Time at={message.created_at} as="full" />],
          [t.updated, <Time at={message.updated_at} as="full" />],
          [t.provider, provider],
          [t.sid, <code>{message.sms_sid || '–'}</code>],
          [t.id, message.id],
        ]}
      />
      <div class="sms-deeds">
        <LinkButton size="small" href={`/app/sms/new?${again}`}>
          {t.writeAgain}
        </LinkButton>
        <LinkButton size="small" href={`/app/sms/new?${copy}`}>
          {t.useAgain}
        </LinkButton>
      </div>
    </div>
  )
}
