import { ApiError, type Call, createClient } from '#contracts/client.ts'

/** The client of the app. `onSignedOut` hears of every answer that says the session is over. */
export function createApi(onSignedOut: () => void, send: typeof fetch): Call {
  const call = createClient({ fetch: send })
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onSignedOut()
      throw error
    }
  }
}

/** A failure in words for a person, ending in what they can do. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError))
    return 'Parley does not answer. Check that it is still running, then try again.'
  if (error.status === 429) return 'That was a lot at once. Wait a moment, then try again.'
  if (error.status === 507) return 'The disk is full, so nothing can be saved. Free some space.'
  if (error.status >= 500) return 'Parley had a problem with that. Try again in a moment.'
  return error.message
}

/** The first message of each field of a refused form, or nothing when it failed for another reason. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  const fields = Object.entries(error.errors).map(([field, [first]]) => [field, first ?? ''])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Whether trying the very same again could succeed. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
