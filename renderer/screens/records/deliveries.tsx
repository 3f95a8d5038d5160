import { useSignal } from '@preact/signals'
import {
  type DeliveryStatus,
  getWebhookDelivery,
  replayWebhookDelivery,
  type WebhookDelivery,
} from '#contracts/webhooks.ts'
import { explain } from '../../api.ts'
import type { Desk } from '../../desk.ts'
import { deliveriesTexts as t } from '../../texts/deliveries.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'

const TONES = {
  preparing: 'neutral',
  pending: 'attention',
  delivered: 'ok',
  dead: 'danger',
  blocked: 'danger',
  disabled: 'danger',
} as const satisfies Record<DeliveryStatus, string>

interface DeliveriesProps {
  readonly desk: Pick<Desk, 'call' | 'toasts'>
  readonly deliveries: readonly WebhookDelivery[]
  /** One has changed. */
  readonly onChange: () => void
}

/** The webhooks about a record: where each stands, what it said, and another try. */
export function Deliveries({ desk, deliveries, onChange }: DeliveriesProps) {
  return (
    <Card title={t.title}>
      {deliveries.length === 0 ? (
        <p class="quiet">{t.none}</p>
      ) : (
        <ul class="deliveries">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} desk={desk} delivery={delivery} onChange={onChange} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface DeliveryProps extends Omit<DeliveriesProps, 'deliveries'> {
  readonly delivery: WebhookDelivery
}

function Delivery({ desk, delivery, onChange }: DeliveryProps) {
  const payload = useSignal<string>()
  const busy = useSignal(false)
  const { id, status, attempts, url } = delivery
  const isOver = status !== 'preparing' && status !== 'pending'

  async function replay(): Promise<void> {
    busy.value = true
    try {
      await desk.call(replayWebhookDelivery, { params: { id } })
      desk.toasts.show(t.sentAgain)
      onChange()
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    } finally {
      busy.value = false
    }
  }

  async function show(): Promise<void> {
    if (payload.value !== undefined) {
      payload.value = undefined
      return
    }
    try {
      const { payload: body } = await desk.call(getWebhookDelivery, { params: { id } })
      payload.value = JSON.stringify(body, null, 2)
    } catch {
      desk.toasts.show(t.failed, 'danger')
    }
  }

  return (
    <li class="delivery">
      <div class="delivery-head">
        <strong>{t.events[delivery.event]}</strong>
        <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
      </div>
      <code dir="ltr">{url}</code>
      <p class="quiet">
        <Time at={delivery.created_at} as="full" /> · {t.attempts(attempts)}
        {delivery.response_status !== null && <> · {t.answered(delivery.response_status)}</>}
        {delivery.duration_ms !== null && <> {t.took(delivery.duration_ms)}</>}
        {delivery.next_attempt_at && (
          <>
            {' '}
            · {t.next} <Time at={delivery.next_attempt_at} as="full" />
          </>
        )}
      </p>
      {delivery.error && <p class="delivery-error">{delivery.error}</p>}
      <div class="delivery-deeds">
        <Button
          size="small"
          kind="quiet"
          aria-expanded={payload.value !== undefined}
          onClick={() => void show()}
        >
          {payload.value === undefined ? t.show : t.hide}
        </Button>
        {isOver && (
          <Button size="small" icon={RefreshIcon} busy={busy.value} onClick={() => void replay()}>
            {t.sendAgain}
          </Button>
        )}
      </div>
      {payload.value !== undefined && <CopyField label={t.payload} text={payload.value} />}
      {payload.value !== undefined && delivery.response_body && (
        <CopyField label={t.answer} text={delivery.response_body} />
      )}
    </li>
  )
}
