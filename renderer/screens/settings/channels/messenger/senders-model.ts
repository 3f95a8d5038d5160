import { signal } from '@preact/signals'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import { type Api, explain, showRefusal } from '../../../../app/api.ts'
import type { Live } from '../../../../app/live.ts'

export type SendersModel = ReturnType<typeof createSendersModel>

/** The senders of the messaging channel. */
export function createSendersModel(api: Api, live: Pick<Live, 'subscribe' | 'onResume'>) {
  const list = signal<readonly MessengerSender[]>()
  const error = signal<string>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = (await api.listMessengerSenders({ query: { status: 'all' } })).data
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type.startsWith('messenger_sender.')) void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()
  return {
    list,
    error,
    load,
    async remove(id: number): Promise<void> {
      await api.deleteMessengerSender({ params: { id } })
      list.value = list.value?.filter((sender) => sender.id !== id)
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}

/** Form of a new or an existing sender. */
export function createSenderFormModel(api: Api, existing?: MessengerSender) {
  const number = signal(existing?.phone_number ?? '')
  const name = signal(existing?.display_name ?? '')
  const assistant = signal(existing?.assistant_id ? String(existing.assistant_id) : '')
  const url = signal(existing?.read_receipts_webhook_url ?? '')
  const numbers = signal<readonly PhoneNumber[]>([])
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  // Without them a number can be typed.
  void api
    .listPhoneNumbers()
    .then(({ data }) => {
      numbers.value = data.filter(({ type }) => type === 'normal')
    })
    .catch(() => undefined)

  /** The number as it was entered: one of the account's own by its id. */
  function lineOf() {
    const typed = number.value.trim()
    if (existing && typed === existing.phone_number) return {}
    const own = numbers.value.find(({ phone_number }) => phone_number === typed)
    return own ? { phone_number_id: own.id } : { phone_number: typed }
  }

  /** Saves the sender; input is kept on failure. */
  async function save(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = undefined
    const body = {
      ...lineOf(),
      display_name: name.value,
      assistant_id: assistant.value === '' ? null : Number(assistant.value),
      read_receipts_webhook_url: url.value.trim() || null,
    }
    try {
      if (existing) await api.updateMessengerSender({ params: { id: existing.id }, body })
      else await api.createMessengerSender({ body })
      return true
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  return { existing, number, name, assistant, url, numbers, errors, failure, busy, save }
}
