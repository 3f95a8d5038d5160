import type { ModelProvider, ProviderModel } from '#contracts/model-providers.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'
import { KeyIcon } from '../../../ui/icons.tsx'
import { ServiceCard } from '../services/service-card.tsx'

interface ProviderCardProps {
  readonly provider: ModelProvider
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A provider: its address, status, and models with prices. */
export function ProviderCard({ provider, ...actions }: ProviderCardProps) {
  const { has_key, is_enabled, models } = provider
  return (
    <ServiceCard
      {...actions}
      service={provider}
      state={
        <>
          <Badge icon={KeyIcon} tone={has_key ? 'ok' : 'neutral'}>
            {has_key ? t('models.keyKept') : t('models.noKey')}
          </Badge>
          {!is_enabled && <Badge tone="attention">{t('models.off')}</Badge>}
          <span class="quiet">
            {models.length > 0
              ? t('models.models', { count: models.length })
              : t('models.noModels')}
          </span>
        </>
      }
    >
      {models.length > 0 && (
        <ul class="provider-models">
          {models.map((model) => (
            <li key={model.id}>
              <bdi class="provider-model">{model.name}</bdi>
              {model.name !== model.model && <code>{model.model}</code>}
              {model.kind === 'embedding' && <Badge>{t('models.embedding')}</Badge>}
              <span class="provider-price">{priceOf(model)}</span>
            </li>
          ))}
        </ul>
      )}
    </ServiceCard>
  )
}

function priceOf({ kind, input_price, output_price }: ProviderModel): string {
  if (input_price + output_price === 0) return t('models.free')
  return kind === 'embedding'
    ? t('models.inputOnly', { input: formatNumber(input_price) })
    : t('models.prices', { input: formatNumber(input_price), output: formatNumber(output_price) })
}
