import { computed, type ReadonlySignal } from '@preact/signals'
import type { EmailSecurity } from '#contracts/email.ts'
import { PRESETS } from './presets.ts'

/** Form of a mail server, for either direction. */
export interface MailServerFields {
  readonly host: string
  readonly port: string
  readonly security: EmailSecurity
  readonly username: string
  /** Empty to keep the stored password. */
  readonly password: string
}

/** Settings of a mail server; null where none is set up. */
interface Stored {
  readonly host: string | null
  readonly port: number | null
  readonly security: EmailSecurity | null
  readonly username: string | null
}

/** The form of stored settings. */
export const serverFieldsOf = (stored: Stored, empty: MailServerFields): MailServerFields => ({
  host: stored.host ?? empty.host,
  port: String(stored.port ?? empty.port),
  security: stored.security ?? empty.security,
  username: stored.username ?? empty.username,
  password: '',
})

/** Request body of a form. */
export const serverBodyOf = ({ host, port, security, username, password }: MailServerFields) => ({
  host: host.trim(),
  // The server rejects an invalid number with a field error.
  port: Number(port.trim() || Number.NaN),
  security,
  username: username.trim(),
  ...(password !== '' && { password }),
})

interface Form {
  readonly settings: ReadonlySignal<{ readonly has_password: boolean } | undefined>
  readonly fields: ReadonlySignal<MailServerFields>
  readonly edit: (changes: Partial<MailServerFields>) => void
}

/** Provider and password of a form of a mail server, whose presets are for this protocol. */
export function mailServerChoice({ settings, fields, edit }: Form, protocol: 'smtp' | 'imap') {
  return {
    hasPassword: computed(() => settings.value?.has_password ?? false),
    /** Id of the provider whose server is entered; empty for any other. */
    preset: computed(
      () => PRESETS.find((each) => each[protocol].host === fields.value.host.trim())?.id ?? '',
    ),
    choosePreset(id: string): void {
      const known = PRESETS.find((each) => each.id === id)?.[protocol]
      edit(known ? { ...known, port: String(known.port) } : { host: '' })
    },
  }
}

/** Model of a form with the fields of a mail server. */
export interface MailServerModel
  extends Pick<Form, 'fields' | 'edit'>,
    ReturnType<typeof mailServerChoice> {
  readonly faults: ReadonlySignal<Readonly<Record<string, string>>>
}
