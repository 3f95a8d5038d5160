import { fault } from '#contracts/faults.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { type Search, type Sought, searchFormApi } from './search.ts'

/** A record that a provider is asked about. */
interface Questioned extends Sought {
  /** Null where the provider's answer never arrived. */
  readonly sid: string | null
}

/** Asks about a record: by its sid, or by what it was begun with where that never arrived. */
export async function lookUpFormApi(
  context: FormApiNeeds,
  account: FormApiAccount,
  { sid, ...sought }: Questioned,
  signal: AbortSignal,
): Promise<Search> {
  if (sid === null) return await searchFormApi(context, account, sought, signal)
  const path = `/${sought.list}/${encodeURIComponent(sid)}.json`
  const response = await callFormApi(context, account, { path, signal })
  const shown = response.status === 200 ? objectIn(response) : undefined
  if (shown) return { result: 'found', shown }
  // It had the record: that it shows it no longer says nothing about what became of it.
  return { result: 'unclear', error: fault('sms_provider_status', { status: response.status }) }
}
