import { signal } from '@preact/signals'
import type { ListedNumber } from '#contracts/do-not-call.ts'
import { type Api, showRefusal } from '../../app/api.ts'
import { queryState } from '../../app/query-state.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

export type DoNotCallModel = ReturnType<typeof createDoNotCallModel>

/** The do-not-call list and its open dialog. */
export function createDoNotCallModel(deps: RecordsDeps) {
  const { api } = deps
  const dialog = queryState<'' | 'add'>(deps.address, 'dialog', {
    fallback: '',
    values: ['', 'add'],
    push: true,
  })
  const list = createRecordsModel<ListedNumber, 'phone_number'>(deps, {
    name: 'do-not-call',
    read: api.listDoNotCall,
    filters: { phone_number: undefined },
    keyOf: ({ id }) => id,
    handleEvent({ type, data }, { phone_number }) {
      // The number is not in the event.
      if (type === 'do_not_call.created') return phone_number ? undefined : { kind: 'new' }
      return type === 'do_not_call.deleted' ? { kind: 'gone', key: data.id } : undefined
    },
  })

  /** Removes a number; resolves to what puts it back. */
  async function remove({ id, phone_number, reason }: ListedNumber): Promise<() => Promise<void>> {
    await api.removeFromDoNotCall({ params: { id } })
    list.drop(id)
    return async () => {
      await api.addToDoNotCall({ body: { phone_number, reason } })
      await list.load()
    }
  }

  return { ...list, dialog, remove }
}

/** The form that adds a number to the list. */
export function createAddModel(api: Api) {
  const number = signal('')
  const reason = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  /** Adds it; resolves to the number as it is kept, or to undefined when it was refused. */
  async function add(): Promise<string | undefined> {
    if (busy.value) return undefined
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const body = { phone_number: number.value, reason: reason.value.trim() || null }
      return (await api.addToDoNotCall({ body })).data.phone_number
    } catch (refusal) {
      showRefusal(refusal, errors, failure)
      return undefined
    } finally {
      busy.value = false
    }
  }

  return { number, reason, errors, failure, busy, add }
}
