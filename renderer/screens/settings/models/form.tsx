import type { ModelProvider } from '#contracts/model-providers.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Banner } from '../../../ui/states.tsx'
import { NameField, ServiceDialog, UrlField } from '../services/service-dialog.tsx'
import type { ProviderFormModel } from './form-model.ts'
import { ModelRows } from './model-rows.tsx'

interface ProviderFormProps {
  readonly model: ProviderFormModel
  /** False if this machine cannot store secrets securely. */
  readonly canKeepKey: boolean
  readonly onSaved: (provider: ModelProvider) => void
  readonly onClose: () => void
}

/** Form for a provider: connection, test, and models with prices. */
export function ProviderForm({ model, ...rest }: ProviderFormProps) {
  const { name, url, errors } = model
  return (
    <ServiceDialog
      {...rest}
      model={model}
      title={t('models.newTitle')}
      address={
        <>
          <NameField value={name} error={errors.value['name']} />
          <UrlField
            value={url}
            error={errors.value['base_url']}
            hint={t('models.urlHint')}
            placeholder="https://api.example.com/v1"
          />
        </>
      }
      testLabel={t('models.test')}
      outcome={<TestOutcome model={model} />}
      enabledLabel={t('models.enabled')}
    >
      <ModelRows model={model} />
    </ServiceDialog>
  )
}

function TestOutcome({ model }: Pick<ProviderFormProps, 'model'>) {
  const outcome = model.tested.value
  if (!outcome) return null
  const { ok, message, reply, first_token_ms, models } = outcome
  return (
    <Banner tone={ok ? 'ok' : 'danger'}>
      <p>{message}</p>
      {ok && reply && <p>{t('models.said', { words: reply })}</p>}
      {ok && first_token_ms !== null && (
        <p>{t('models.firstToken', { ms: formatNumber(first_token_ms) })}</p>
      )}
      {models.length > 0 && <p>{t('models.offers', { count: models.length })}</p>}
    </Banner>
  )
}
