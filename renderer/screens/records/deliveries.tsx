import { useSignal } from '@preact/signals'
import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Card } from '../../ui/display.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'

interface DeliveriesProps {
  readonly desk: Pick<Desk, 'api' | 'session' | 'toasts'>
  readonly deliveries: readonly WebhookDelivery[]
  /** Called when a delivery has changed. */
  readonly onChange: () => void
}

/** Webhook deliveries about a record, with their status and a replay button. */
export function Deliveries({ desk, deliveries, onChange }: DeliveriesProps) {
  return (
    <Card title={t('deliveries.title')}>
      {deliveries.length === 0 ? (
        <p class="quiet">{t('deliveries.none')}</p>
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
  const busy = useSignal(false)
  const { id, event, url } = delivery
  const name = t(`deliveries.events.${event}`)
  const mayReplay = desk.session.may('webhooks')

  async function replay(): Promise<void> {
    busy.value = true
    try {
      await desk.api.replayWebhookDelivery({ params: { id } })
      desk.toasts.show(t('deliveries.sentAgain'))
      onChange()
    } catch (failure) {
      desk.toasts.show(explain(failure), 'danger')
    } finally {
      busy.value = false
    }
  }

  return (
    <li class="delivery">
      <div class="delivery-head">
        {mayReplay ? (
          <a href={`/app/webhooks/${id}`} aria-label={t('deliveries.see', { event: name })}>
            <strong>{name}</strong>
          </a>
        ) : (
          <strong>{name}</strong>
        )}
        <DeliveryBadge status={delivery.status} />
        {delivery.is_test && <Badge tone="ai">{t('deliveries.test')}</Badge>}
      </div>
      <code dir="ltr">{url}</code>
      <p class="quiet">
        <Time at={delivery.created_at} as="full" /> ·{' '}
        {t('deliveries.attempts', { count: delivery.attempts })}
        {delivery.response_status !== null && (
          <> · {t('deliveries.answered', { status: delivery.response_status })}</>
        )}
        {delivery.duration_ms !== null && (
          <> {t('deliveries.took', { ms: delivery.duration_ms })}</>
        )}
        {delivery.next_attempt_at && (
          <>
            {' '}
            · {t('deliveries.next')} <Time at={delivery.next_attempt_at} as="full" />
          </>
        )}
      </p>
      {delivery.error && <p class="delivery-error">{delivery.error}</p>}
      {mayReplay && canReplay(delivery) && (
        <div class="delivery-actions">
          <Button size="small" icon={RefreshIcon} busy={busy.value} onClick={() => void replay()}>
            {t('deliveries.sendAgain')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Reports whether a webhook can be replayed: it has ended, and is not a request made before a call. */
export function canReplay({ status, event }: Pick<WebhookDelivery, 'status' | 'event'>): boolean {
  return status !== 'preparing' && status !== 'pending' && event !== 'inbound_call'
}
