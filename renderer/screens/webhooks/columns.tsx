import type { WebhookDelivery } from '#contracts/webhooks.ts'
import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import type { AssistantOption } from '../records/assistant-options.ts'
import { DeliveryBadge } from '../records/delivery-badge.tsx'
import { Answer } from './answer.tsx'

/** Columns of the list of webhooks, with assistants by name. */
export function deliveryColumns(
  assistants: readonly AssistantOption[],
): readonly Column<WebhookDelivery>[] {
  return [
    {
      key: 'event',
      title: t('webhooks.columns.event'),
      isPrimary: true,
      canHide: false,
      cell: ({ event, is_test }) => (
        <span class="webhook-event">
          {t(`deliveries.events.${event}`)}
          {is_test && <Badge tone="ai">{t('deliveries.test')}</Badge>}
        </span>
      ),
    },
    {
      key: 'url',
      title: t('webhooks.columns.url'),
      cell: ({ url }) => (
        <code class="webhook-url" dir="ltr" title={url}>
          {url}
        </code>
      ),
    },
    {
      key: 'status',
      title: t('webhooks.columns.status'),
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      key: 'attempts',
      title: t('webhooks.columns.attempts'),
      isNumber: true,
      cell: ({ attempts }) => formatNumber(attempts),
    },
    {
      key: 'answer',
      title: t('webhooks.columns.answer'),
      cell: ({ response_status, duration_ms, attempts }) =>
        attempts > 0 && <Answer status={response_status} ms={duration_ms} />,
    },
    {
      key: 'created',
      title: t('webhooks.columns.created'),
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'next',
      title: t('webhooks.columns.next'),
      cell: ({ next_attempt_at: at }) => at && <Time at={at} as="relative" />,
    },
    {
      key: 'assistant',
      title: t('webhooks.columns.assistant'),
      cell: ({ assistant_id }) => (
        <bdi>{assistants.find(({ id }) => id === assistant_id)?.name ?? t('webhooks.deleted')}</bdi>
      ),
    },
    {
      key: 'id',
      title: t('webhooks.columns.id'),
      cell: ({ id }) => <code dir="ltr">{id}</code>,
    },
  ]
}
