import { signal } from '@preact/signals'
import type { AnswerOf } from '#contracts/endpoint.ts'
import type { getMessengerFormHook, testMessengerFormAccount } from '#contracts/messenger-form.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import { type Api, explain } from '../../../../app/api.ts'
import { createServiceForm } from './service-form.ts'

/** Form of a new number of the SMS provider's account, or what an existing one needs there. */
export function createFormNumberModel(api: Api, existing?: MessengerSender) {
  const number = signal('')
  const name = signal('')
  const assistant = signal('')
  const answer = signal<AnswerOf<typeof testMessengerFormAccount>>()
  /** The sender, once it exists; its webhook is then to be entered at the provider. */
  const saved = signal(existing)
  const hook = signal<AnswerOf<typeof getMessengerFormHook>>()
  const { attempt, ...state } = createServiceForm()

  async function loadHook(): Promise<void> {
    try {
      hook.value = await api.getMessengerFormHook()
    } catch (reason) {
      state.failure.value = explain(reason)
    }
  }

  if (existing) void loadHook()

  return {
    existing,
    number,
    name,
    assistant,
    answer,
    saved,
    hook,
    ...state,
    /** Asks the provider about its account. */
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        answer.value = await api.testMessengerFormAccount()
      }),
    save: () =>
      attempt('save', async () => {
        answer.value = undefined
        const { data } = await api.createMessengerFormNumber({
          body: {
            phone_number: number.value.trim(),
            ...(name.value.trim() !== '' && { display_name: name.value.trim() }),
            ...(assistant.value !== '' && { assistant_id: Number(assistant.value) }),
          },
        })
        saved.value = data
        await loadHook()
      }),
  }
}
