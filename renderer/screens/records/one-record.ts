import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { explain } from '../../app/api.ts'

/**
 * A record that is reloaded when it may have changed: one request at a time, and another one for changes in the
 * meantime.
 */
export function createOneRecord<record>(read: () => Promise<record>) {
  const record = signal<record>()
  const error = signal<string>()
  const isGone = signal(false)
  let isLoading = false
  let isStale = false

  async function load(): Promise<void> {
    if (isLoading) {
      isStale = true
      return
    }
    isLoading = true
    try {
      record.value = await read()
      error.value = undefined
    } catch (failure) {
      isGone.value = failure instanceof ApiError && failure.status === 404
      error.value = explain(failure)
    } finally {
      isLoading = false
    }
    if (!isStale) return
    isStale = false
    await load()
  }

  return { record, error, isGone, load }
}
