import { t } from '../../../locales/translate.ts'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { ServiceFormModel } from './form-model.ts'

/** Prices of a service, used to bill calls. */
export function PriceFields({ model }: { readonly model: ServiceFormModel }) {
  const { prices, kind, errors } = model
  return (
    <fieldset class="offer-rows">
      <legend>{t('voice.pricesTitle')}</legend>
      <p class="quiet">{t('voice.pricesNote')}</p>
      <div class="offer-row-line">
        {prices.namesOf(kind.value).map((name) => (
          <Field key={name} label={t(`voice.prices.${name}`)} error={errors.value[name]}>
            {(wiring) => (
              <TextInput
                {...wiring}
                inputMode="decimal"
                autocomplete="off"
                value={prices.texts[name].value}
                onEdit={(text) => {
                  prices.texts[name].value = text
                }}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
