import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { deliveriesTexts } from '../../texts/deliveries.ts'
import { formatNumber } from '../../texts/format.ts'
import { webhooksTexts as t } from '../../texts/webhooks.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import type { AssistantOption } from '../records/assistant-options.ts'
import { DeliveryBadge } from '../records/delivery-badge.tsx'
import { Answer } from './answer.tsx'

/** Columns of the list of webhooks; assistants by their names. */
export function deliveryColumns(
  assistants: readonly AssistantOption[],
): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: 'event',
      title: t.columns.event,
      isPrimary: true,
      canHide: false,
      cell: ({ event, is_test }) => (
        <span class="webhook-event">
          {deliveriesTexts.events[event]}
          {is_test && <Badge tone="ai">{deliveriesTexts.test}</Badge>}
        </span>
      ),
    },
    {
      key: 'url',
      title: t.columns.url,
      cell: ({ url }) => (
        <code class="webhook-url" dir="ltr" title={url}>
          {url}
        </code>
      ),
    },
    {
      key: 'status',
      title: t.columns.status,
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      key: 'attempts',
      title: t.columns.attempts,
      isNumber: true,
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: 'answer',
      title: t.columns.answer,
      cell: ({ response_status, duration_ms, attempts }) =>
        attempts > 0 && <Answer status={response_status} ms={duration_ms} />,
    },
    {
      key: 'created',
      title: t.columns.created,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'next',
      title: t.columns.next,
      cell: ({ next_attempt_at: at }) => at && <Time at={at} as="relative" />,
    },
    {
      key: 'assistant',
      title: t.columns.assistant,
      cell: ({ assistant_id }) => (
        <bdi>{assistants.find(({ id }) => id === assistant_id)?.name ?? t.deleted}</bdi>
      ),
    },
    {
      key: 'id',
      title: t.columns.id,
      cell: ({ id }) => <code dir="ltr">{id}</code>,
    },
  ]
}
