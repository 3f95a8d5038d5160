import { signal } from '@preact/signals'
import { showRefusal } from '../../../../app/api.ts'

/** State that the forms of connected senders share: which request is under way, and why the last one failed. */
export function createServiceForm() {
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal<'' | 'save' | 'test'>('')

  /** Sends a request; input is kept on failure. */
  async function attempt(what: 'save' | 'test', request: () => Promise<void>): Promise<boolean> {
    if (busy.value !== '') return false
    busy.value = what
    errors.value = {}
    failure.value = undefined
    try {
      await request()
      return true
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return false
    } finally {
      busy.value = ''
    }
  }

  return { errors, failure, busy, attempt }
}
