import type { ModelProvider, ProviderModel } from '#contracts/model-providers.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { KeyIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'

interface ProviderCardProps {
  readonly provider: ModelProvider
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One provider: where it is, whether it works, and its models with their prices. */
export function ProviderCard({ provider, onEdit, onRemove }: ProviderCardProps) {
  const { name, base_url, has_key, is_enabled, error, models } = provider
  return (
    <Card
      title={name}
      note={base_url}
      actions={
        <>
          <IconButton icon={EditIcon} label={t('models.edit', { name })} onClick={onEdit} />
          <IconButton
            icon={TrashIcon}
            label={t('models.removeTitle', { name })}
            onClick={onRemove}
          />
        </>
      }
    >
      <p class="provider-state">
        <Badge icon={KeyIcon} tone={has_key ? 'ok' : 'neutral'}>
          {has_key ? t('models.keyKept') : t('models.noKey')}
        </Badge>
        {!is_enabled && <Badge tone="attention">{t('models.off')}</Badge>}
        <span class="quiet">
          {models.length > 0 ? t('models.models', { count: models.length }) : t('models.noModels')}
        </span>
      </p>
      {error && <Banner tone="danger">{error}</Banner>}
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
    </Card>
  )
}

function priceOf({ kind, input_price, output_price }: ProviderModel): string {
  if (input_price + output_price === 0) return t('models.free')
  return kind === 'embedding'
    ? t('models.inputOnly', { input: formatNumber(input_price) })
    : t('models.prices', { input: formatNumber(input_price), output: formatNumber(output_price) })
}
