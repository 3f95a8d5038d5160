import { useId } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, TextInput } from '../../ui/controls.tsx'
import { Card } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { countryName } from '../records/phone.ts'
import { createSmsPolicyModel, MAX_CAP, type SmsPolicyModel } from './sms-policy-model.ts'

interface OfDesk {
  readonly desk: Pick<Desk, 'api' | 'toasts'>
}

/** Countries to which the account may send text messages, and the daily limit. */
export function SmsPolicyCard({ desk }: OfDesk) {
  const model = useModel(() => createSmsPolicyModel(desk.api))
  if (model.policy.value) return <Form desk={desk} model={model} />
  return model.error.value ? (
    <ErrorState title={t('providers.policyFailed')} onRetry={() => void model.load()}>
      <p>{model.error.value}</p>
    </ErrorState>
  ) : (
    <Loading label={t('providers.loading')} rows={2} />
  )
}

interface FormProps extends OfDesk {
  readonly model: SmsPolicyModel
}

function Form({ desk, model }: FormProps) {
  const home = model.policy.value?.home_countries.map(countryName).join(', ')

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (await model.save()) desk.toasts.show(t('providers.policySaved'))
  }

  return (
    <Card title={t('providers.policy')} note={t('providers.policyNote')}>
      <form class="form" onSubmit={submit} noValidate>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <Choices
          label={t('providers.which')}
          value={model.isChosen.value ? 'chosen' : 'home'}
          options={[
            { value: 'home', label: t('providers.home'), hint: home || t('providers.homeNone') },
            { value: 'chosen', label: t('providers.chosen'), hint: t('providers.chosenHint') },
          ]}
          onChoose={(value) => {
            model.isChosen.value = value === 'chosen'
          }}
        />
        {model.isChosen.value && <Countries model={model} />}
        <Field
          label={t('providers.cap')}
          hint={t('providers.capHint')}
          error={model.faults.value['daily_cap'] && t('providers.capFault', { max: MAX_CAP })}
        >
          {(wiring) => (
            <span class="settings-number">
              <TextInput
                {...wiring}
                inputMode="numeric"
                autocomplete="off"
                value={model.cap.value}
                onEdit={(value) => {
                  model.cap.value = value
                }}
              />
            </span>
          )}
        </Field>
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={model.busy.value}>
            {t('providers.policySave')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function Countries({ model }: { readonly model: SmsPolicyModel }) {
  const id = useId()
  const fault = Object.entries(model.faults.value).find(([name]) => name.startsWith('countries'))
  return (
    <Field label={t('providers.countries')} hint={t('providers.countriesHint')} error={fault?.[1]}>
      {(wiring) => (
        <MultiCombobox
          {...wiring}
          key={id}
          values={model.countries.value}
          options={model.options.value}
          selected={model.countries.value.map((value) => ({ value, label: countryName(value) }))}
          placeholder={t('providers.countriesPlaceholder')}
          onChange={(values) => {
            model.countries.value = values
          }}
        />
      )}
    </Field>
  )
}
