import { t } from '../../../locales/translate.ts'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { OfferRow, OfferRows } from '../services/offer-rows.tsx'
import type { ModelRow, ProviderFormModel } from './form-model.ts'

/** Maximum number of models added at once. */
const MAX_AT_ONCE = 20

/** The selectable models of a provider, each with its price. */
export function ModelRows({ model }: { readonly model: ProviderFormModel }) {
  return (
    <OfferRows
      title={t('models.modelsTitle')}
      note={t('models.modelsNote')}
      label={t('models.model')}
      hint={t('models.modelHint')}
      error={model.errors.value['models']}
      addLabel={t('models.addModel')}
      offered={model.offered.value}
      mostAtOnce={MAX_AT_ONCE}
      onAdd={model.add}
    >
      {model.rows.value.map((row, at) => (
        <Row key={row.model} model={model} row={row} at={at} />
      ))}
    </OfferRows>
  )
}

interface RowProps {
  readonly model: ProviderFormModel
  readonly row: ModelRow
  readonly at: number
}

function Row({ model, row, at }: RowProps) {
  const edit = (change: Partial<ModelRow>) => model.change(at, change)
  const errorOf = (name: string) => model.errors.value[`models.${at}.${name}`]
  const price = (label: string, name: 'input' | 'output') => (
    <Field label={label} error={errorOf(`${name}_price`)}>
      {(wiring) => (
        <TextInput
          {...wiring}
          inputMode="decimal"
          prefix="$"
          placeholder="0"
          value={row[name]}
          onEdit={(value) => edit({ [name]: value })}
        />
      )}
    </Field>
  )
  return (
    <OfferRow name={row.model} onRemove={() => model.remove(at)}>
      <div class="offer-row-line">
        <Field label={t('models.display')} error={errorOf('name') ?? errorOf('model')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              placeholder={row.model}
              value={row.name}
              onEdit={(name) => edit({ name })}
            />
          )}
        </Field>
        <Field label={t('models.kind')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={row.kind}
              onEdit={(kind) => edit({ kind: kind as ModelRow['kind'] })}
            >
              <option value="chat">{t('models.kindChat')}</option>
              <option value="embedding">{t('models.kindEmbedding')}</option>
            </Select>
          )}
        </Field>
      </div>
      <div class="offer-row-line">
        {price(t('models.input'), 'input')}
        {row.kind === 'chat' && price(t('models.output'), 'output')}
        <Field label={t('models.context')} error={errorOf('context_tokens')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              inputMode="numeric"
              value={row.context}
              onEdit={(context) => edit({ context })}
            />
          )}
        </Field>
      </div>
    </OfferRow>
  )
}
