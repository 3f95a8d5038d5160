import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { assistantOptions } from '../records/assistant-options.ts'
import type { WholeDelivery } from './delivery-model.ts'

interface DeliveryFactsProps {
  readonly desk: Pick<Desk, 'api'>
  readonly delivery: WholeDelivery
}

/** Subject and destination of a webhook. */
export function DeliveryFacts({ desk, delivery }: DeliveryFactsProps) {
  const assistants = useMemo(() => assistantOptions(desk.api), [desk])
  const { event, url, id, assistant_id, conversation_id, call_id, is_test } = delivery
  const assistant = assistants.value.find((one) => one.id === assistant_id)
  const rows: (false | [string, ComponentChildren])[] = [
    [t('delivery.event'), t(`deliveries.events.${event}`)],
    [t('delivery.url'), <code dir="ltr">{url}</code>],
    assistant_id !== null && [
      t('delivery.assistant'),
      <a href={`/app/assistants/${assistant_id}`}>
        <bdi>{assistant?.name ?? `#${assistant_id}`}</bdi>
      </a>,
    ],
    conversation_id !== null && [
      t('delivery.about'),
      <a href={`/app/conversations/${conversation_id}`}>{t('delivery.conversation')}</a>,
    ],
    call_id !== null && [
      t('delivery.about'),
      <a href={`/app/calls/${call_id}`}>{t('delivery.call')}</a>,
    ],
    [t('delivery.created'), <Time at={delivery.created_at} as="full" />],
    [t('delivery.attempts'), formatNumber(delivery.attempts)],
    delivery.next_attempt_at !== null && [
      t('delivery.next'),
      <Time at={delivery.next_attempt_at} as="full" />,
    ],
    [t('delivery.id'), <code dir="ltr">{id}</code>],
  ]
  return (
    <Card title={t('delivery.facts')}>
      <Facts rows={rows.filter((row) => row !== false)} />
      {is_test && <p class="quiet">{t('delivery.isTest')}</p>}
      <p>
        <a href={`/app/webhooks?${new URLSearchParams({ url })}`}>{t('delivery.same')}</a>
      </p>
    </Card>
  )
}
