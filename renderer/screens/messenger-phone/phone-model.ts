import { computed, effect, signal, untracked } from '@preact/signals'
import type { MessengerMessage } from '#contracts/messenger.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { queryState } from '../../app/query-state.ts'

export type PhoneModel = ReturnType<typeof createPhoneModel>

interface Deps {
  readonly api: Api
  readonly address: Address
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** A number of nobody's that receives everything. */
const SOMEBODY = '+12025550123'

/** Debounce of reloads, ms: statuses often change in bursts. */
const PAUSE = 150

/** The telephone of a customer in the Sandbox. */
export function createPhoneModel({ api, address, live }: Deps) {
  const chosen = queryState<string>(address, 'sender', { fallback: '' })
  const phone = queryState<string>(address, 'phone', { fallback: SOMEBODY })
  const senders = signal<readonly MessengerSender[]>()
  const messages = signal<readonly MessengerMessage[]>([])
  const error = signal<string>()
  const text = signal('')
  const fault = signal<string>()
  const busy = signal(false)
  /** Conversation of the last message that was sent. */
  const conversation = signal<string>()
  const sender = computed(
    () => senders.value?.find(({ id }) => String(id) === chosen.value) ?? senders.value?.[0],
  )
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    error.value = undefined
    try {
      senders.value = (await api.listMessengerSenders({ query: { status: 'all' } })).data
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  async function read(): Promise<void> {
    const id = sender.value?.id
    const turn = (asked += 1)
    if (id === undefined) return
    try {
      const query = { phone: phone.value }
      const { data } = await api.listMessengerMessages({ params: { id }, query })
      if (turn === asked) messages.value = data
    } catch {
      // The next event reads again.
    }
  }

  function readSoon(): void {
    clearTimeout(timer)
    timer = setTimeout(() => void read(), PAUSE)
  }

  /** Writes as the customer; the text is kept on failure. */
  async function send(): Promise<void> {
    const id = sender.value?.id
    const message = text.value.trim()
    if (busy.value || id === undefined || message === '') return
    busy.value = true
    fault.value = undefined
    try {
      const body = { sender_id: id, from: phone.value, message }
      conversation.value = (await api.simulateMessenger({ body })).conversation_id
      text.value = ''
      await read()
    } catch (reason) {
      const [first] = Object.values(fieldErrors(reason) ?? {})
      fault.value = first ?? explain(reason)
    } finally {
      busy.value = false
    }
  }

  const stops = [
    effect(() => {
      sender.value
      phone.value
      untracked(() => {
        messages.value = []
        conversation.value = undefined
        void read()
      })
    }),
    live.subscribe(({ type }) => {
      if (type === 'messenger_message.updated' || type === 'message.created') readSoon()
    }),
    live.onResume(() => void read()),
  ]
  void load()
  return {
    senders,
    sender,
    chosen,
    phone,
    messages,
    error,
    text,
    fault,
    busy,
    conversation,
    load,
    send,
    stop(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
