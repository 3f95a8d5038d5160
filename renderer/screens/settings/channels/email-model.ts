import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { EmailSecurity, EmailSenderSettings, testEmailSender } from '#contracts/email.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'
import { PRESETS } from './presets.ts'

export type EmailModel = ReturnType<typeof createEmailModel>

export type Carrier = 'sandbox' | 'server'

/** Form of a mail server. */
export interface EmailFields {
  readonly host: string
  readonly port: string
  readonly security: EmailSecurity
  readonly username: string
  /** Empty to keep the stored password. */
  readonly password: string
  readonly from_address: string
}

/** Result of testing a mail server. */
type Answer = ReplyOf<typeof testEmailSender>

const EMPTY: EmailFields = {
  host: '',
  port: '587',
  security: 'starttls',
  username: '',
  password: '',
  from_address: '',
}

/** Mail server for outgoing mail and its form. */
export function createEmailModel(api: Api) {
  const settings = signal<EmailSenderSettings>()
  const error = signal<string>()
  /** Only the owner may see the mail server. */
  const isAllowed = signal(true)
  const carrier = signal<Carrier>('sandbox')
  const fields = signal(EMPTY)
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const answer = signal<Answer>()
  const busy = signal<'' | 'save' | 'test'>('')
  let edits = 0

  function take(now: EmailSenderSettings): void {
    settings.value = now
    carrier.value = now.is_sandbox ? 'sandbox' : 'server'
    fields.value = {
      host: now.host ?? EMPTY.host,
      port: String(now.port ?? EMPTY.port),
      security: now.security ?? EMPTY.security,
      username: now.username ?? EMPTY.username,
      password: '',
      from_address: now.from_address ?? EMPTY.from_address,
    }
    faults.value = {}
    failure.value = undefined
    answer.value = undefined
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      take(await api.getEmailSender())
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 403) isAllowed.value = false
      else error.value = explain(reason)
    }
  }

  const body = () => {
    const { host, port, security, username, password, from_address } = fields.value
    return {
      host: host.trim(),
      // The server rejects an invalid number with a field error.
      port: Number(port.trim() || Number.NaN),
      security,
      username: username.trim(),
      from_address: from_address.trim(),
      ...(password !== '' && { password }),
    }
  }

  /** Runs an action with the entered values and shows errors next to their fields; true on success. */
  async function attempt(what: 'save' | 'test', act: () => Promise<void>): Promise<boolean> {
    if (busy.value !== '') return false
    busy.value = what
    faults.value = {}
    failure.value = undefined
    try {
      await act()
      return true
    } catch (reason) {
      showRefusal(reason, faults, failure)
      return false
    } finally {
      busy.value = ''
    }
  }

  function edit(changes: Partial<EmailFields>): void {
    edits += 1
    fields.value = { ...fields.value, ...changes }
    const changed = Object.keys(changes)
    faults.value = Object.fromEntries(
      Object.entries(faults.value).filter(([name]) => !changed.includes(name)),
    )
    // The server's answer was for other values.
    answer.value = undefined
  }

  void load()
  return {
    settings,
    error,
    isAllowed,
    carrier,
    fields,
    faults,
    failure,
    answer,
    busy,
    hasPassword: computed(() => settings.value?.has_password ?? false),
    /** Id of the provider whose server is entered; empty for any other. */
    preset: computed(() => PRESETS.find(({ host }) => host === fields.value.host.trim())?.id ?? ''),
    load,
    edit,
    choosePreset(id: string): void {
      const preset = PRESETS.find((each) => each.id === id)
      if (!preset) edit({ host: '' })
      else edit({ host: preset.host, port: String(preset.port), security: preset.security })
    },
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        const asked = edits
        const said = await api.testEmailSender({ body: body() })
        if (asked === edits) answer.value = said
      }),
    save: () =>
      attempt('save', async () => {
        take(await api.setEmailSender({ body: body() }))
      }),
    /** Switches to the Sandbox, which sends no real mail; rejects with a message for the user. */
    async toSandbox(): Promise<void> {
      try {
        take(await api.removeEmailSender())
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
  }
}
