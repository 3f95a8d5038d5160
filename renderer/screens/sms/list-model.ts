import { signal } from '@preact/signals'
import { SmsStatus } from '#contracts/enums.ts'
import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import type { Sms } from '#contracts/sms.ts'
import type { Desk } from '../../app/desk.ts'
import { queryState } from '../../app/query-state.ts'
import { createRecordsModel, type RecordsDeps } from '../records/model.ts'

export type SmsListModel = ReturnType<typeof createSmsListModel>

/** The list of text messages, and the one open next to it. */
export function createSmsListModel(
  deps: RecordsDeps & { readonly session: Pick<Desk['session'], 'may'> },
) {
  const numbers = signal<ReadonlyMap<number, PhoneNumber>>(new Map())
  const opened = queryState<string>(deps.address, 'message', { fallback: '', push: true })
  const list = createRecordsModel<Sms, 'status' | 'to'>(deps, {
    name: 'sms',
    read: deps.api.listSms,
    filters: { status: SmsStatus.options, to: undefined },
    hidden: ['sid', 'updated', 'id'],
    keyOf: ({ id }) => id,
    handleEvent(event, { status, to }) {
      if (event.type === 'sms.updated')
        return { kind: 'changed', key: event.data.id, change: event.data }
      if (event.type !== 'sms.created') return undefined
      const digits = (text: string) => text.replace(/\D/g, '')
      const fits =
        (!status || status === event.data.status) && (!to || digits(to) === digits(event.data.to))
      return fits ? { kind: 'new' } : undefined
    },
  })
  // Operators without access to the numbers see only those that can send.
  const known = deps.session.may('numbers')
    ? deps.api.listPhoneNumbers().then(({ data }) => data)
    : deps.api.listSendingNumbers()
  void known
    .then((data) => {
      numbers.value = new Map(data.map((number) => [number.id, number]))
    })
    .catch(() => undefined)
  return { ...list, numbers, opened }
}
