import { signal } from '@preact/signals'
import type { SignInLink } from '#contracts/accounts.ts'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { listUsage } from '#contracts/usage.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import { createProfileModel } from '../profile-model.ts'

export type Usage = ReplyOf<typeof listUsage>

interface OpenedAccount {
  readonly name: string
  readonly token: string
  /** One-time sign-in link for the account's first operator. */
  readonly link: SignInLink
}

/** The account that a dialog is about. */
type Named = Pick<Usage['data'][number], 'id' | 'name'>

export type AccountsModel = ReturnType<typeof createAccountsModel>
export type GrantModel = ReturnType<typeof createGrantModel>

/** The accounts of this Parley with their usage, and the owner's actions on them. */
export function createAccountsModel(api: Api) {
  const usage = signal<Usage>()
  const error = signal<string>()
  /** Only the owner may see other accounts. */
  const isAllowed = signal(true)
  const isOpening = signal(false)
  const opened = signal<OpenedAccount>()
  const form = signal(newAccount())
  /** The account to top up. */
  const credited = signal<Named>()
  const grant = signal<GrantModel>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      usage.value = await api.listUsage()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  function newAccount() {
    return createProfileModel({ name: '', email: '' }, async (body) => {
      const { user, api_key, sign_in } = await api.createUser({ body })
      opened.value = { name: user.name, token: api_key.token, link: sign_in }
      await load()
    })
  }

  const allow = (user_id: number, address: string) =>
    api.allowAddress({ body: { address, user_id } }).then(load)

  return {
    usage,
    error,
    isAllowed,
    isOpening,
    opened,
    form,
    credited,
    grant,
    load,
    begin(): void {
      form.value = newAccount()
      isOpening.value = true
    },
    async open(): Promise<boolean> {
      const isOpen = await form.value.save()
      if (isOpen) isOpening.value = false
      return isOpen
    },
    /** Opens the dialog that allows a private address for an account. */
    beginAddress(account: Named): void {
      grant.value = createGrantModel('address', account, (text) => allow(account.id, text))
    },
    /** Opens the dialog that adds an SMS-capable number to an account. */
    beginNumber(account: Named): void {
      grant.value = createGrantModel('number', account, async (phone_number) => {
        const number = { phone_number, type: 'normal', sms_capable: true } as const
        await api.createPhoneNumber({ body: { ...number, account_id: account.id } })
        await load()
      })
    },
    async disallow({ id }: Named, address: string): Promise<void> {
      await api.disallowAddress({ params: { address }, query: { user_id: id } })
      await load()
    },
    /** Re-allows an address that was removed from the list. */
    allowAgain: ({ id }: Named, address: string) => allow(id, address),
  }
}

/** Field names in the server's error responses. */
const FIELDS = { address: 'address', number: 'phone_number' } as const

/** A grant to an account, and the field that names it. */
function createGrantModel(
  kind: keyof typeof FIELDS,
  account: Named,
  give: (text: string) => Promise<void>,
) {
  const text = signal('')
  const fault = signal<string>()
  const busy = signal(false)
  return {
    kind,
    account,
    text,
    fault,
    busy,
    /** Saves the grant; false if it is rejected, in which case the input is kept. */
    async save(): Promise<boolean> {
      if (busy.value) return false
      busy.value = true
      fault.value = undefined
      try {
        await give(text.value)
        return true
      } catch (failure) {
        fault.value = fieldErrors(failure)?.[FIELDS[kind]] ?? explain(failure)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
