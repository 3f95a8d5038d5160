import { computed } from '@preact/signals'
import type { Api } from '../../app/api.ts'
import { createCarrierModel } from './carrier-model.ts'

export type SmsProviderModel = ReturnType<typeof createSmsProviderModel>

export type Carrier = SmsProviderModel['carrier']['value']

/** Form of a provider. */
interface ProviderFields {
  readonly url: string
  readonly account: string
  /** Empty to keep the stored token. */
  readonly token: string
}

const bodyOf = ({ url, account, token }: ProviderFields) => ({
  url: url.trim(),
  account: account.trim(),
  ...(token !== '' && { token }),
})

/** SMS provider and its form; `onChange` is called when another provider has been configured. */
export function createSmsProviderModel(api: Api, onChange: () => void = () => {}) {
  const model = createCarrierModel({
    own: 'provider',
    empty: { url: '', account: '', token: '' } as ProviderFields,
    fieldsOf: ({ url, account }) => ({ url: url ?? '', account: account ?? '', token: '' }),
    load: () => api.getSmsProvider(),
    test: (fields) => api.testSmsProvider({ body: bodyOf(fields) }),
    save: (fields) => api.setSmsProvider({ body: bodyOf(fields) }),
    remove: () => api.removeSmsProvider(),
    onChange,
  })
  return {
    ...model,
    /** True if a token is stored. */
    hasToken: computed(() => model.settings.value?.has_token ?? false),
  }
}
