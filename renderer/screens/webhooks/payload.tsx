import { useSignal } from '@preact/signals'
import { t } from '../../locales/translate.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Card } from '../../ui/display.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { WholeDelivery } from './delivery-model.ts'

const VIEWS = ['readable', 'exact'] as const

/** The body of a webhook, formatted and raw. */
export function Payload({ delivery }: { readonly delivery: WholeDelivery }) {
  const view = useSignal<(typeof VIEWS)[number]>('readable')
  const isReadable = view.value === 'readable'
  return (
    <Card
      title={t('delivery.payload')}
      actions={
        <Segmented
          label={t('delivery.view')}
          size="small"
          value={view.value}
          options={VIEWS.map((value) => ({ value, label: t(`delivery.${value}`) }))}
          onChoose={(value) => {
            view.value = value
          }}
        />
      }
    >
      {!isReadable && <p class="quiet">{t('delivery.exactHint')}</p>}
      <CodeBlock
        label={t('delivery.payload')}
        language="JSON"
        text={isReadable ? JSON.stringify(delivery.payload, null, 2) : delivery.body}
        isWrapped
        maxLines={24}
      />
    </Card>
  )
}
