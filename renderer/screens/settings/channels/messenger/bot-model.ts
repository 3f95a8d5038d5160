import { signal } from '@preact/signals'
import { BOT_API } from '#contracts/constants.ts'
import type { AnswerOf } from '#contracts/endpoint.ts'
import type { testMessengerBot } from '#contracts/messenger-bots.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Api } from '../../../../app/api.ts'
import { createServiceForm } from './service-form.ts'

export type BotFormModel = ReturnType<typeof createBotFormModel>

/** Form of a new bot, or of the connection of an existing one. */
export function createBotFormModel(api: Api, existing?: MessengerSender) {
  const token = signal('')
  const url = signal(existing?.bot?.url === undefined ? '' : customOf(existing.bot.url))
  const name = signal('')
  const assistant = signal('')
  const { attempt, ...state } = createServiceForm()
  const answer = signal<AnswerOf<typeof testMessengerBot>>()

  const address = () => (url.value.trim() === '' ? {} : { url: url.value.trim() })

  return {
    existing,
    token,
    url,
    name,
    assistant,
    answer,
    ...state,
    /** Asks the service who the bot is. */
    test: () =>
      attempt('test', async () => {
        answer.value = undefined
        const body = { token: token.value.trim(), ...address() }
        answer.value = await api.testMessengerBot({ body })
      }),
    save: () =>
      attempt('save', async () => {
        answer.value = undefined
        const key = token.value.trim()
        if (existing) {
          const body = { ...(key !== '' && { token: key }), url: address().url ?? BOT_API }
          await api.reconnectMessengerBot({ params: { id: existing.id }, body })
          return
        }
        await api.createMessengerBot({
          body: {
            token: key,
            ...address(),
            ...(name.value.trim() !== '' && { display_name: name.value.trim() }),
            ...(assistant.value !== '' && { assistant_id: Number(assistant.value) }),
          },
        })
      }),
  }
}

/** The form leaves the address of the service itself out. */
const customOf = (url: string): string => (url === BOT_API ? '' : url)
