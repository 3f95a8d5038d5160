import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { SmsProviderSettings, testSmsProvider } from '#contracts/sms-provider.ts'
import { type Api, explain, showRefusal } from '../../app/api.ts'

export type SmsProviderModel = ReturnType<typeof createSmsProviderModel>

export type Carrier = 'sandbox' | 'provider'

/** Form of a provider. */
export interface ProviderFields {
  readonly url: string
  readonly account: string
  /** Empty to keep the stored token. */
  readonly token: string
}

/** Result of testing a provider. */
type Answer = ReplyOf<typeof testSmsProvider>

/** SMS provider and its form; `onChange` is called when another provider has been configured. */
export function createSmsProviderModel(api: Api, onChange: () => void = () => {}) {
  const settings = signal<SmsProviderSettings>()
  const error = signal<string>()
  /** Only the owner may see the provider. */
  const isAllowed = signal(true)
  const carrier = signal<Carrier>('sandbox')
  const fields = signal<ProviderFields>({ url: '', account: '', token: '' })
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const answer = signal<Answer>()
  const busy = signal<'' | 'save' | 'test'>('')
  let edits = 0

  function take(now: SmsProviderSettings): void {
    settings.value = now
    carrier.value = now.is_sandbox ? 'sandbox' : 'provider'
    fields.value = { url: now.url ?? '', account: now.account ?? '', token: '' }
    faults.value = {}
    failure.value = undefined
    answer.value = undefined
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      take(await api.getSmsProvider())
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 403) isAllowed.value = false
      else error.value = explain(reason)
    }
  }

  const body = () => {
    const { url, account, token } = fields.value
    return { url: url.trim(), account: account.trim(), ...(token !== '' && { token }) }
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
    /** True if a token is stored. */
    hasToken: computed(() => settings.value?.has_token ?? false),
    load,
    edit(changes: Partial<ProviderFields>): void {
      edits += 1
      fields.value = { ...fields.value, ...changes }
      const changed = Object.keys(changes)
      faults.value = Object.fromEntries(
        Object.entries(faults.value).filter(([name]) => !changed.includes(name)),
      )
      // The provider's response was for other values.
      answer.value = undefined
    },
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        const asked = edits
        const said = await api.testSmsProvider({ body: body() })
        if (asked === edits) answer.value = said
      }),
    save: () =>
      attempt('save', async () => {
        take(await api.setSmsProvider({ body: body() }))
        onChange()
      }),
    /** Switches to the Sandbox, which sends no real messages; rejects with a message for the user. */
    async toSandbox(): Promise<void> {
      try {
        take(await api.removeSmsProvider())
        onChange()
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
  }
}
