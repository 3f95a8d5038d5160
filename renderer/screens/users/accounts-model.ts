import { signal } from '@preact/signals'
import type { UserAccount } from '#contracts/accounts.ts'
import { ApiError } from '#contracts/client.ts'
import { type Api, explain } from '../../app/api.ts'
import { createProfileModel } from '../settings/profile-model.ts'

interface OpenedAccount {
  readonly name: string
  readonly token: string
  /** Signs the person that it begins with in, once. */
  readonly link: string
}

export type AccountsModel = ReturnType<typeof createAccountsModel>

/** The other accounts of this Parley, for its owner. */
export function createAccountsModel(api: Api) {
  const accounts = signal<readonly UserAccount[]>()
  const error = signal<string>()
  /** Only the owner is told of other accounts. */
  const isAllowed = signal(true)
  const isOpening = signal(false)
  const opened = signal<OpenedAccount>()
  const form = signal(newAccount())

  async function load(): Promise<void> {
    error.value = undefined
    try {
      accounts.value = (await api.listUsers()).data
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 403) isAllowed.value = false
      else error.value = explain(failure)
    }
  }

  function newAccount() {
    return createProfileModel({ name: '', email: '' }, async (body) => {
      const { user, api_key, sign_in } = await api.createUser({ body })
      opened.value = { name: user.name, token: api_key.token, link: sign_in.url }
      await load()
    })
  }

  return {
    accounts,
    error,
    isAllowed,
    isOpening,
    opened,
    form,
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
  }
}
