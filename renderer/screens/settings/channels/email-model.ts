import type { EmailSenderSettings } from '#contracts/email.ts'
import type { Api } from '../../../app/api.ts'
import { createCarrierModel } from '../carrier-model.ts'
import {
  type MailServerFields,
  mailServerChoice,
  serverBodyOf,
  serverFieldsOf,
} from './mail-server-form.ts'

export type EmailModel = ReturnType<typeof createEmailModel>

export type Carrier = EmailModel['carrier']['value']

/** Form of a mail server for outgoing mail. */
interface EmailFields extends MailServerFields {
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
  ...serverFieldsOf(settings, EMPTY),
  from_address: settings.from_address ?? EMPTY.from_address,
})

const bodyOf = (fields: EmailFields) => ({
  ...serverBodyOf(fields),
  from_address: fields.from_address.trim(),
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
  const choice = mailServerChoice(model, 'smtp')
  return {
    ...model,
    ...choice,
    choosePreset(id: string): void {
      choice.choosePreset(id)
      onPreset(id)
    },
  }
}
