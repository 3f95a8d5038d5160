import { signal } from '@preact/signals'
import { CLOUD_API } from '#contracts/constants.ts'
import type { AnswerOf } from '#contracts/endpoint.ts'
import type { getMessengerCloudHook, testMessengerCloudNumber } from '#contracts/messenger-cloud.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import { type Api, explain } from '../../../../app/api.ts'
import { createServiceForm } from './service-form.ts'

export type CloudFormModel = ReturnType<typeof createCloudFormModel>

/** Form of a new number of the cloud API, or of the connection of an existing one. */
export function createCloudFormModel(api: Api, existing?: MessengerSender) {
  const phoneId = signal('')
  const businessId = signal('')
  const token = signal('')
  const appSecret = signal('')
  const url = signal(customOf(existing?.connection?.url))
  const name = signal('')
  const assistant = signal('')
  const answer = signal<AnswerOf<typeof testMessengerCloudNumber>>()
  /** The sender, once it exists; its webhook is then to be entered at the service. */
  const saved = signal(existing)
  const hook = signal<AnswerOf<typeof getMessengerCloudHook>>()
  const { attempt, ...state } = createServiceForm()

  const given = <key extends string>(key: key, value: string) =>
    (value.trim() === '' ? {} : { [key]: value.trim() }) as { readonly [name in key]?: string }

  const ids = () => ({
    phone_number_id: phoneId.value.trim(),
    business_id: businessId.value.trim(),
    token: token.value.trim(),
    ...given('url', url.value),
  })

  async function loadHook(id: number): Promise<void> {
    try {
      hook.value = await api.getMessengerCloudHook({ params: { id } })
    } catch (reason) {
      state.failure.value = explain(reason)
    }
  }

  if (existing) void loadHook(existing.id)

  return {
    existing,
    phoneId,
    businessId,
    token,
    appSecret,
    url,
    name,
    assistant,
    answer,
    saved,
    hook,
    ...state,
    /** Asks the service whose number it is. */
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        answer.value = await api.testMessengerCloudNumber({ body: ids() })
      }),
    save: () =>
      attempt('save', async () => {
        answer.value = undefined
        if (existing) {
          const body = {
            ...given('token', token.value),
            ...given('app_secret', appSecret.value),
            url: url.value.trim() || CLOUD_API,
          }
          await api.reconnectMessengerCloudNumber({ params: { id: existing.id }, body })
          return
        }
        const { data } = await api.createMessengerCloudNumber({
          body: {
            ...ids(),
            app_secret: appSecret.value.trim(),
            ...given('display_name', name.value),
            ...(assistant.value !== '' && { assistant_id: Number(assistant.value) }),
          },
        })
        saved.value = data
        await loadHook(data.id)
      }),
  }
}

/** The form leaves the address of the service itself out. */
const customOf = (url: string | null | undefined): string => (url === CLOUD_API ? '' : (url ?? ''))
