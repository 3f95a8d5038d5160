import { t } from '../../locales/translate.ts'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { SmsProviderModel } from './sms-provider-model.ts'

/** Fields of the provider: URL, account, and the token, which is never shown again. */
export function ProviderFieldsOf({ model }: { readonly model: SmsProviderModel }) {
  const { fields, faults, hasToken } = model
  return (
    <>
      <Field
        label={t('providers.url')}
        hint={t('providers.urlHint', { account: '{account}' })}
        error={faults.value['url']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            type="url"
            dir="ltr"
            required
            autocomplete="off"
            placeholder="https://api.example.com"
            value={fields.value.url}
            onEdit={(url) => model.edit({ url })}
          />
        )}
      </Field>
      <div class="form-pair">
        <Field
          label={t('providers.account')}
          hint={t('providers.accountHint')}
          error={faults.value['account']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              required
              autocomplete="off"
              spellcheck={false}
              value={fields.value.account}
              onEdit={(account) => model.edit({ account })}
            />
          )}
        </Field>
        <Field
          label={t('providers.token')}
          hint={hasToken.value ? t('providers.tokenKept') : t('providers.tokenHint')}
          error={faults.value['token']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              dir="ltr"
              required={!hasToken.value}
              autocomplete="new-password"
              placeholder={hasToken.value ? `••••••••  ${t('providers.tokenPlaceholder')}` : ''}
              value={fields.value.token}
              onEdit={(token) => model.edit({ token })}
            />
          )}
        </Field>
      </div>
    </>
  )
}
