import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Desk } from '../../desk.ts'
import { deliveriesTexts } from '../../texts/deliveries.ts'
import { deliveryTexts as t } from '../../texts/delivery.ts'
import { formatNumber } from '../../texts/format.ts'
import { Card } from '../../ui/display.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'
import { assistantOptions } from '../records/assistant-options.ts'
import type { WholeDelivery } from './delivery-model.ts'

interface DeliveryFactsProps {
  readonly desk: Pick<Desk, 'api'>
  readonly delivery: WholeDelivery
}

/** What a webhook is about, and where it goes. */
export function DeliveryFacts({ desk, delivery }: DeliveryFactsProps) {
  const assistants = useMemo(() => assistantOptions(desk.api), [desk])
  const { event, url, id, assistant_id, conversation_id, call_id, is_test } = delivery
  const assistant = assistants.value.find((one) => one.id === assistant_id)
  const rows: (false | [string, ComponentChildren])[] = [
    [t.event, deliveriesTexts.events[event]],
    [t.url, <code dir="ltr">{url}</code>],
    assistant_id !== null && [
      t.assistant,
      <a href={`/app/assistants/${assistant_id}`}>
        <bdi>{assistant?.name ?? `#${assistant_id}`}</bdi>
      </a>,
    ],
    conversation_id !== null && [
      t.about,
      <a href={`/app/conversations/${conversation_id}`}>{t.conversation}</a>,
    ],
    call_id !== null && [t.about, <a href={`/app/calls/${call_id}`}>{t.call}</a>],
    [t.created, <Time at={delivery.created_at} as="full" />],
    [t.attempts, formatNumber(delivery.attempts)],
    delivery.next_attempt_at !== null && [t.next, <Time at={delivery.next_attempt_at} as="full" />],
    [t.id, <code dir="ltr">{id}</code>],
  ]
  return (
    <Card title={t.facts}>
      <Facts rows={rows.filter((row) => row !== false)} />
      {is_test && <p class="quiet">{t.isTest}</p>}
      <p>
        <a href={`/app/webhooks?${new URLSearchParams({ url })}`}>{t.same}</a>
      </p>
    </Card>
  )
}
