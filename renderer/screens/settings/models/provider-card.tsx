import type { ModelProvider, ProviderModel } from '#contracts/model-providers.ts'
import { formatNumber } from '../../../texts/format.ts'
import { modelTexts } from '../../../texts/models.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { KeyIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'

const t = modelTexts

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
          <IconButton icon={EditIcon} label={t.edit(name)} onClick={onEdit} />
          <IconButton icon={TrashIcon} label={t.removeTitle(name)} onClick={onRemove} />
        </>
      }
    >
      <p class="provider-state">
        <Badge icon={KeyIcon} tone={has_key ? 'ok' : 'neutral'}>
          {has_key ? t.keyKept : t.noKey}
        </Badge>
        {!is_enabled && <Badge tone="attention">{t.off}</Badge>}
        <span class="quiet">{models.length > 0 ? t.models(models.length) : t.noModels}</span>
      </p>
      {error && <Banner tone="danger">{error}</Banner>}
      {models.length > 0 && (
        <ul class="provider-models">
          {models.map((model) => (
            <li key={model.id}>
              <bdi class="provider-model">{model.name}</bdi>
              {model.name !== model.model && <code>{model.model}</code>}
              {model.kind === 'embedding' && <Badge>{t.embedding}</Badge>}
              <span class="provider-price">{priceOf(model)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function priceOf({ kind, input_price, output_price }: ProviderModel): string {
  if (input_price + output_price === 0) return t.free
  return kind === 'embedding'
    ? t.inputOnly(formatNumber(input_price))
    : t.prices(formatNumber(input_price), formatNumber(output_price))
}
