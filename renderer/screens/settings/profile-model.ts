import { signal } from '@preact/signals'
import { showRefusal } from '../../app/api.ts'

export interface NameAndEmail {
  readonly name: string
  readonly email: string
}

export type ProfileModel = ReturnType<typeof createProfileModel>

/** Editing of a name and an email address. */
export function createProfileModel(
  start: NameAndEmail,
  store: (fields: NameAndEmail) => Promise<unknown>,
) {
  const name = signal(start.name)
  const email = signal(start.email)
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  /** Saves the profile; true on success. */
  async function save(): Promise<boolean> {
    busy.value = true
    failure.value = undefined
    errors.value = {}
    try {
      await store({ name: name.value, email: email.value })
      return true
    } catch (error) {
      showRefusal(error, errors, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  return { name, email, errors, failure, busy, save }
}
