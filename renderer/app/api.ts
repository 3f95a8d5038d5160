import { routes } from 'virtual:contracts'
import type { Signal } from '@preact/signals'
import type { Endpoints } from '#contracts/all.ts'
import { ApiError, type CallInput, createSender, urlOf } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import { language } from '../locales/language.ts'
import { t } from '../locales/translate.ts'

/** Calls one endpoint; resolves to its reply, rejects with an `ApiError`, or a `TypeError` when nothing answered. */
type Caller<name extends keyof Endpoints> = (
  input?: CallInput<Endpoints[name]>,
) => Promise<ReplyOf<Endpoints[name]>>

/** Every endpoint by its name, as in `api.listCalls({ query })`. */
export type Api = { readonly [name in keyof Endpoints]: Caller<name> }

/** Asks the server to word errors in the language of the page. */
export const inOurLanguage = { 'Parley-Language': language }

/** Events give their reasons in English; where this is false, the record they are about is read again for them. */
export const eventsAreInOurLanguage = language === 'en'

/** The client of the app. `onSignedOut` is called with every answer that says the session is over. */
export function createApi(onSignedOut: () => void, fetch: typeof globalThis.fetch): Api {
  const send = createSender({ fetch, headers: inOurLanguage })
  const callers = Object.entries(routes).map(([name, route]) => [
    name,
    async (input?: CallInput<Endpoints[keyof Endpoints]>) => {
      try {
        return await send(route, input)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) onSignedOut()
        throw error
      }
    },
  ])
  // The routes are made from the very contracts that type the replies.
  return Object.fromEntries(callers) as Api
}

/** The address of an endpoint, for requests that are not made by `Api`: streams, uploads and downloads. */
export function apiUrl<name extends keyof Endpoints>(
  name: name,
  { params, query }: Pick<CallInput<Endpoints[name]>, 'params' | 'query'> = {},
): string {
  return urlOf(routes[name], params ?? {}, query ?? {})
}

/** A failure in words for a person, ending in what they can do. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return t('errors.gone')
  if (error.status === 429) return t('errors.tooMuch')
  if (error.status === 507) return t('errors.full')
  if (error.code === 'data_damaged') return t('errors.damaged')
  if (error.status >= 500) return t('errors.broken')
  return error.message
}

/** The first message of each field of a refused form, or nothing when it failed for another reason. */
export function fieldErrors(error: unknown): Record<string, string> | undefined {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  const fields = Object.entries(error.errors).map(([field, [first = '']]) => [field, first])
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}

/** Shows why a form was refused: beside its fields, or for the whole of it where no field is to blame. */
export function showRefusal(
  error: unknown,
  fields: Signal<Readonly<Record<string, string>>>,
  whole: Signal<string | undefined>,
): void {
  const refused = fieldErrors(error)
  if (refused) fields.value = refused
  else whole.value = explain(error)
}

/** Reports whether the same request could succeed on a retry. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
