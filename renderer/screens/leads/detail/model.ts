import { signal } from '@preact/signals'
import type { Call } from '#contracts/calls.ts'
import type { Api } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { createOneRecord } from '../../records/one-record.ts'

export type LeadModel = ReturnType<typeof createLeadModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Calls shown of a lead; all of them are in the list of calls. */
export const MAX_CALLS = 20

/** One lead with its newest calls, kept current while it is called. */
export function createLeadModel({ api, live }: Deps, id: number) {
  const { record, error, isGone, load } = createOneRecord(async () => {
    const lead = await api.getLead({ params: { id } })
    calls.value = await callsOf(lead.call_ids)
    return lead
  })
  const calls = signal<readonly Call[]>([])
  void load()

  /** One that was deleted since is left out. */
  async function callsOf(ids: readonly number[]): Promise<Call[]> {
    const asked = ids.slice(0, MAX_CALLS).map((call) => api.getCall({ params: { id: call } }))
    const found = await Promise.allSettled(asked)
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  const stops = [
    live.subscribe(({ type, data }) => {
      if (type === 'lead.updated' && data.id === id) void load()
      if (type === 'lead.deleted' && data.id === id) isGone.value = true
      const isShown = (call: number) => record.value?.call_ids.includes(call)
      if (type === 'call.updated' && isShown(data.id))
        calls.value = calls.value.map((call) => (call.id === data.id ? data : call))
    }),
    live.onResume(() => void load()),
  ]

  return {
    lead: record,
    calls,
    error,
    isGone,
    load,
    /** Deletes the lead, or one of its contacts. */
    remove: (one: number) => api.deleteLead({ params: { id: one } }),
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
