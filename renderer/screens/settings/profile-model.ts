import { signal } from '@preact/signals'
import { showRefusal } from '../../app/api.ts'

export interface NameAndEmail {
  readonly name: string
  readonly email: string
}

export type ProfileModel = ReturnType<typeof createProfileModel>

/** Messages by field. */
type Errors = Readonly<Record<string, string>>

/**
 * Editing of a name and an email address.
 * @param check finds what is not sent at all
 */
export function createProfileModel(
  start: NameAndEmail,
  store: (fields: NameAndEmail) => Promise<unknown>,
  check: (fields: NameAndEmail) => Errors = () => ({}),
) {
  const name = signal(start.name)
  const email = signal(start.email)
  const errors = signal<Errors>({})
  const failure = signal<string>()
  const busy = signal(false)

  /** Saves the profile; true on success. */
  async function save(): Promise<boolean> {
    const fields = { name: name.value, email: email.value }
    failure.value = undefined
    errors.value = check(fields)
    if (Object.keys(errors.value).length > 0) return false
    busy.value = true
    try {
      await store(fields)
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
