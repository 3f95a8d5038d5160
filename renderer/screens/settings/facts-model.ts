import { signal } from '@preact/signals'
import { explain } from '../../app/api.ts'

/** Data that is loaded once for display. */
export function createFactsModel<facts>(read: () => Promise<facts>) {
  const facts = signal<facts>()
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      facts.value = await read()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  return { facts, error, load }
}
