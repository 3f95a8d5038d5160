import type { Call } from '#contracts/calls.ts'
import { CallStatus, CallType } from '#contracts/enums.ts'
import { queryState } from '../../app/query-state.ts'
import { assistantOptions } from '../records/assistant-options.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

export type CallsModel = ReturnType<typeof createCallsModel>

/** The list of calls, and what is in front of it. */
export function createCallsModel(deps: RecordsDeps) {
  const dialog = queryState<'' | 'place' | 'import'>(deps.address, 'dialog', {
    fallback: '',
    values: ['', 'place', 'import'],
    push: true,
  })
  const list = createRecordsModel<
    Call,
    'status' | 'type' | 'phone_number' | 'assistant_id' | 'campaign_id'
  >(deps, {
    name: 'calls',
    read: deps.api.listCalls,
    filters: {
      status: CallStatus.options,
      type: CallType.options,
      phone_number: undefined,
      assistant_id: undefined,
      campaign_id: undefined,
    },
    hidden: ['recording', 'answered_by', 'assistant_number', 'campaign', 'id'],
    keyOf: ({ id }) => id,
    handleEvent(event, query) {
      switch (event.type) {
        case 'call.created':
          return fits(event.data, query) ? { kind: 'new' } : undefined
        case 'call.updated':
          return { kind: 'changed', key: event.data.id, change: event.data }
        case 'call.deleted':
          return { kind: 'gone', key: event.data.id }
        case 'calls.imported':
          return { kind: 'new', count: event.data.count }
        default:
          return undefined
      }
    },
  })
  return { ...list, assistants: assistantOptions(deps.api), dialog }
}

/** Reports whether a new call matches the list's filters, as far as that can be determined locally. */
function fits(call: Call, query: Readonly<Record<string, string>>): boolean {
  const { type, status, phone_number: number } = query
  const digits = (text: string | null) => text?.replace(/\D/g, '') ?? ''
  return (
    (!type || type === call.type) &&
    (!status || status === call.status) &&
    (!number || digits(number) === digits(call.client_phone_number))
  )
}
