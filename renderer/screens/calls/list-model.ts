import type { Call } from '#contracts/calls.ts'
import { CallKind, CallOutcome, CallStatus, CallType } from '#contracts/enums.ts'
import { queryState } from '../../app/query-state.ts'
import { assistantOptions } from '../records/assistant-options.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

const YES_OR_NO = ['0', '1']

export type CallsModel = ReturnType<typeof createCallsModel>

/** The list of calls and its open dialog. */
export function createCallsModel(deps: RecordsDeps) {
  const dialog = queryState<'' | 'place' | 'import'>(deps.address, 'dialog', {
    fallback: '',
    values: ['', 'place', 'import'],
    push: true,
  })
  const list = createRecordsModel<
    Call,
    | 'status'
    | 'type'
    | 'kind'
    | 'sandbox'
    | 'outcome'
    | 'answered'
    | 'interrupted'
    | 'had_person'
    | 'phone_number'
    | 'assistant_id'
    | 'campaign_id'
    | 'timezone'
  >(deps, {
    name: 'calls',
    read: deps.api.listCalls,
    filters: {
      status: CallStatus.options,
      type: CallType.options,
      kind: CallKind.options,
      sandbox: YES_OR_NO,
      outcome: CallOutcome.options,
      answered: YES_OR_NO,
      interrupted: YES_OR_NO,
      had_person: YES_OR_NO,
      phone_number: undefined,
      assistant_id: undefined,
      campaign_id: undefined,
      timezone: undefined,
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
  const { type, kind, status, outcome, answered, phone_number: number } = query
  // A new call has no outcome and has not been answered yet.
  if (outcome || answered === '1' || query['interrupted'] === '1' || query['had_person'] === '1')
    return false
  const digits = (text: string | null) => text?.replace(/\D/g, '') ?? ''
  return (
    (!type || type === call.type) &&
    (!kind || kind === 'sandbox' || kind === call.type) &&
    (!status || status === call.status) &&
    (!number || digits(number) === digits(call.client_phone_number))
  )
}
