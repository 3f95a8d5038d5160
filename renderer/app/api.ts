import { routes } from 'virtual:contracts'
import type { Signal } from '@preact/signals'
import type { Endpoints } from '#contracts/all.ts'
import { ApiError, type CallInput, createSender, urlOf } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { language } from '../locales/language.ts'
import { t } from '../locales/translate.ts'

/**
 * Calls one endpoint; resolves to its reply, rejects with an `ApiError`, or with a `TypeError` if there was no
 * response.
 */
type Caller<name extends keyof Endpoints> = (
  input?: CallInput<Endpoints[name]>,
) => Promise<ReplyOf<Endpoints[name]>>

/** Every endpoint by its name, as in `api.listCalls({ query })`. */
export type Api = { readonly [name in keyof Endpoints]: Caller<name> }

/** Asks the server for error messages in the page's language. */
export const languageHeader = { 'Parley-Language': language }

/** Reasons in events are in English; if this is false, the record an event concerns is read again for a translated one. */
export const eventsAreTranslated = language === 'en'

/**
 * Creates the app's API client. `onSignedOut` is called for every response that reports an expired session, and
 * `onUnreachable` for every request without a response.
 */
export function createApi(
  onSignedOut: () => void,
  fetch: typeof globalThis.fetch,
  onUnreachable: () => void = () => undefined,
): Api {
  const send = createSender({ fetch, headers: languageHeader })
  const callers = Object.entries(routes).map(([name, route]) => [
    name,
    async (input?: CallInput<Endpoints[keyof Endpoints]>) => {
      try {
        return await send(route, input)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onSignedOut()
        if (error instanceof TypeError) onUnreachable()
        throw error
      }
    },
  ])
  // The routes are derived from the same contracts that type the replies.
  return Object.fromEntries(callers) as Api
}

/** URL of an endpoint, for requests that bypass `Api`: streams, uploads and downloads. */
export function apiUrl<name extends keyof Endpoints>(
  name: name,
  { params, query }: Pick<CallInput<Endpoints[name]>, 'params' | 'query'> = {},
): string {
  return urlOf(routes[name], params ?? {}, query ?? {})
}

/** Failures of a provider rather than of this server, which their own messages explain. */
const OF_PROVIDERS: readonly (string | undefined)[] = [
  'purchase_failed',
  'sip_trunk_not_created',
  'sip_trunk_not_updated',
  'writing_aid_failed',
]

/** Describes a failure for the user, including what they can do about it. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.gone')
  if (error.status === 429) return t('errors.tooMuch')
  if (error.status === 507) return t('errors.full')
  if (error.code === 'data_damaged') return t('errors.damaged')
  if (error.status >= 500 && !OF_PROVIDERS.includes(error.code)) return t('errors.broken')
  return error.message
}

/** The first message for each field of a rejected form; undefined if the request failed for another reason. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  const fields = Object.entries(error.errors).map(([field, [first = '']]) => [field, first])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Shows why a form was rejected: next to its fields, or as one message if no field is at fault. */
export function showRefusal(
  error: unknown,
  fields: Signal<Readonly<Record<string, string>>>,
  whole: Signal<string | undefined>,
): void {
  const refused = fieldErrors(error)
  if (refused) fields.value = refused
  else whole.value = explain(error)
}

/** Reports whether the same request might succeed on retry. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
