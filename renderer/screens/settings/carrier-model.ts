import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { explain, showRefusal } from '../../app/api.ts'

interface CarrierOptions<settings, fields, answer, own extends string> {
  /** Name of the choice other than the Sandbox. */
  readonly own: own
  /** Form before the settings are loaded. */
  readonly empty: fields
  /** The form of stored settings; secrets are empty, which keeps them. */
  readonly fieldsOf: (settings: settings) => fields
  readonly load: () => Promise<settings>
  readonly test: (fields: fields) => Promise<answer>
  readonly save: (fields: fields) => Promise<settings>
  /** Switches to the Sandbox. */
  readonly remove: () => Promise<settings>
  /** Called after a change that was saved. */
  readonly onChange?: () => void
}

/** Choice between the Sandbox and the owner's own account for outgoing messages, with the account's form and its test. */
export function createCarrierModel<
  settings extends { readonly is_sandbox: boolean },
  fields extends object,
  answer,
  own extends string,
>(options: CarrierOptions<settings, fields, answer, own>) {
  const { own, empty, fieldsOf, onChange = () => {} } = options
  const settings = signal<settings>()
  const error = signal<string>()
  /** Only the owner may see the settings. */
  const isAllowed = signal(true)
  const carrier = signal<'sandbox' | own>('sandbox')
  const fields = signal(empty)
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const answer = signal<answer>()
  const busy = signal<'' | 'save' | 'test'>('')
  let edits = 0

  function take(now: settings): void {
    settings.value = now
    carrier.value = now.is_sandbox ? 'sandbox' : own
    fields.value = fieldsOf(now)
    faults.value = {}
    failure.value = undefined
    answer.value = undefined
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      take(await options.load())
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 403) isAllowed.value = false
      else error.value = explain(reason)
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
    load,
    edit(changes: Partial<fields>): void {
      edits += 1
      fields.value = { ...fields.value, ...changes }
      const changed = Object.keys(changes)
      faults.value = Object.fromEntries(
        Object.entries(faults.value).filter(([name]) => !changed.includes(name)),
      )
      // The response was for other values.
      answer.value = undefined
    },
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        const asked = edits
        const said = await options.test(fields.value)
        if (asked === edits) answer.value = said
      }),
    save: () =>
      attempt('save', async () => {
        take(await options.save(fields.value))
        onChange()
      }),
    /** Switches to the Sandbox, which sends nothing for real; rejects with a message for the user. */
    async toSandbox(): Promise<void> {
      try {
        take(await options.remove())
        onChange()
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
  }
}
