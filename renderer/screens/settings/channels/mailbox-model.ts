import type { ReadonlySignal } from '@preact/signals'
import type { EmailMailboxSettings } from '#contracts/email-mailbox.ts'
import type { Api } from '../../../app/api.ts'
import { createCarrierModel } from '../carrier-model.ts'
import {
  type MailServerFields,
  mailServerChoice,
  serverBodyOf,
  serverFieldsOf,
} from './mail-server-form.ts'

export type MailboxModel = ReturnType<typeof createMailboxModel>

export type MailboxChoice = MailboxModel['carrier']['value']

const EMPTY: MailServerFields = {
  host: '',
  port: '993',
  security: 'tls',
  username: '',
  password: '',
}

/**
 * Mailbox that email is fetched from, and its form.
 * @param preset id of the provider chosen for outgoing mail, whose mailbox is filled in unless one is set up
 */
export function createMailboxModel(api: Api, preset: ReadonlySignal<string>) {
  const model = createCarrierModel({
    own: 'mailbox',
    empty: EMPTY,
    fieldsOf: (settings: EmailMailboxSettings) => serverFieldsOf(settings, EMPTY),
    load: () => api.getEmailMailbox(),
    test: (fields) => api.testEmailMailbox({ body: serverBodyOf(fields) }),
    save: (fields) => api.setEmailMailbox({ body: serverBodyOf(fields) }),
    remove: () => api.removeEmailMailbox(),
  })
  const { carrier, settings } = model
  const choice = mailServerChoice(model, 'imap')
  const stop = preset.subscribe((id) => {
    if (id === '' || settings.peek()?.is_sandbox !== true) return
    carrier.value = 'mailbox'
    choice.choosePreset(id)
  })
  return {
    ...model,
    ...choice,
    /** Stops following that choice. */
    stop,
  }
}
