import { computed } from '@preact/signals'
import type { EmailSecurity, EmailSenderSettings } from '#contracts/email.ts'
import type { Api } from '../../../app/api.ts'
import { createCarrierModel } from '../carrier-model.ts'
import { PRESETS } from './presets.ts'

export type EmailModel = ReturnType<typeof createEmailModel>

export type Carrier = EmailModel['carrier']['value']

/** Form of a mail server. */
interface EmailFields {
  readonly host: string
  readonly port: string
  readonly security: EmailSecurity
  readonly username: string
  /** Empty to keep the stored password. */
  readonly password: string
  readonly from_address: string
}

const EMPTY: EmailFields = {
  host: '',
  port: '587',
  security: 'starttls',
  username: '',
  password: '',
  from_address: '',
}

const fieldsOf = (settings: EmailSenderSettings): EmailFields => ({
  host: settings.host ?? EMPTY.host,
  port: String(settings.port ?? EMPTY.port),
  security: settings.security ?? EMPTY.security,
  username: settings.username ?? EMPTY.username,
  password: '',
  from_address: settings.from_address ?? EMPTY.from_address,
})

const bodyOf = ({ host, port, security, username, password, from_address }: EmailFields) => ({
  host: host.trim(),
  // The server rejects an invalid number with a field error.
  port: Number(port.trim() || Number.NaN),
  security,
  username: username.trim(),
  from_address: from_address.trim(),
  ...(password !== '' && { password }),
})

/**
 * Mail server for outgoing mail and its form.
 * @param onPreset called with the id of the provider that was chosen
 */
export function createEmailModel(api: Api, onPreset: (id: string) => void) {
  const model = createCarrierModel({
    own: 'server',
    empty: EMPTY,
    fieldsOf,
    load: () => api.getEmailSender(),
    test: (fields) => api.testEmailSender({ body: bodyOf(fields) }),
    save: (fields) => api.setEmailSender({ body: bodyOf(fields) }),
    remove: () => api.removeEmailSender(),
  })
  const { settings, fields, edit } = model
  return {
    ...model,
    hasPassword: computed(() => settings.value?.has_password ?? false),
    /** Id of the provider whose server is entered; empty for any other. */
    preset: computed(
      () => PRESETS.find(({ smtp }) => smtp.host === fields.value.host.trim())?.id ?? '',
    ),
    choosePreset(id: string): void {
      const preset = PRESETS.find((each) => each.id === id)
      if (!preset) edit({ host: '' })
      else edit({ ...preset.smtp, port: String(preset.smtp.port) })
      onPreset(id)
    },
  }
}
