import { signal } from '@preact/signals'
import { type Account, updateMe } from '#contracts/account.ts'
import type { Call } from '#contracts/client.ts'
import { explain, fieldErrors } from '../../api.ts'

/** The operator's own name and address. */
export function createProfileModel(call: Call, account: Account, onSaved: (me: Account) => void) {
  const name = signal(account.name)
  const email = signal(account.email)
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  /** Saves; true when it is saved. */
  async function save(): Promise<boolean> {
    busy.value = true
    failure.value = undefined
    errors.value = {}
    try {
      onSaved(await call(updateMe, { body: { name: name.value, email: email.value } }))
      return true
    } catch (error) {
      const refused = fieldErrors(error)
      if (refused) errors.value = refused
      else failure.value = explain(error)
      return false
    } finally {
      busy.value = false
    }
  }

  return { name, email, errors, failure, busy, save }
}
