import { computed, type ReadonlySignal } from '@preact/signals'
import type { EmailSecurity } from '#contracts/email.ts'
import type { EmailMailboxSettings } from '#contracts/email-mailbox.ts'
import type { Api } from '../../../app/api.ts'
import { createCarrierModel } from '../carrier-model.ts'
import { PRESETS } from './presets.ts'

export type MailboxModel = ReturnType<typeof createMailboxModel>

export type MailboxChoice = MailboxModel['carrier']['value']

/** Form of a mailbox. */
interface MailboxFields {
  readonly host: string
  readonly port: string
  readonly security: EmailSecurity
  readonly username: string
  /** Empty to keep the stored password. */
  readonly password: string
}

const EMPTY: MailboxFields = { host: '', port: '993', security: 'tls', username: '', password: '' }

const fieldsOf = (settings: EmailMailboxSettings): MailboxFields => ({
  host: settings.host ?? EMPTY.host,
  port: String(settings.port ?? EMPTY.port),
  security: settings.security ?? EMPTY.security,
  username: settings.username ?? EMPTY.username,
  password: '',
})

const bodyOf = ({ host, port, security, username, password }: MailboxFields) => ({
  host: host.trim(),
  // The server rejects an invalid number with a field error.
  port: Number(port.trim() || Number.NaN),
  security,
  username: username.trim(),
  ...(password !== '' && { password }),
})

/**
 * Mailbox that email is fetched from, and its form.
 * @param preset id of the provider chosen for outgoing mail, whose mailbox is filled in unless one is set up
 */
export function createMailboxModel(api: Api, preset: ReadonlySignal<string>) {
  const model = createCarrierModel({
    own: 'mailbox',
    empty: EMPTY,
    fieldsOf,
    load: () => api.getEmailMailbox(),
    test: (fields) => api.testEmailMailbox({ body: bodyOf(fields) }),
    save: (fields) => api.setEmailMailbox({ body: bodyOf(fields) }),
    remove: () => api.removeEmailMailbox(),
  })
  const { carrier, edit, fields, settings } = model

  function choosePreset(id: string): void {
    const known = PRESETS.find((each) => each.id === id)
    if (!known) edit({ host: '' })
    else edit({ ...known.imap, port: String(known.imap.port) })
  }

  const stop = preset.subscribe((id) => {
    if (id === '' || settings.peek()?.is_sandbox !== true) return
    carrier.value = 'mailbox'
    choosePreset(id)
  })
  return {
    ...model,
    hasPassword: computed(() => settings.value?.has_password ?? false),
    /** Id of the provider whose server is entered; empty for any other. */
    preset: computed(
      () => PRESETS.find(({ imap }) => imap.host === fields.value.host.trim())?.id ?? '',
    ),
    choosePreset,
    /** Stops following that choice. */
    stop,
  }
}
