import { fault } from '#contracts/faults.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { type Search, type SearchCriteria, searchFormApi } from './search.ts'

/** A record to look up at a provider. */
interface Questioned extends SearchCriteria {
  /** Null if the provider's response never arrived. */
  readonly sid: string | null
}

/** Looks up a record: by its sid, or by its request data if the sid never arrived. */
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
  // The provider once had the record: that it no longer returns it says nothing about the outcome.
  return { result: 'unclear', error: fault('sms_provider_status', { status: response.status }) }
}
