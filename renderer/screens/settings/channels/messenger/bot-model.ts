import { signal } from '@preact/signals'
import { BOT_API } from '#contracts/constants.ts'
import type { AnswerOf } from '#contracts/endpoint.ts'
import type { testMessengerBot } from '#contracts/messenger-bots.ts'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import { type Api, showRefusal } from '../../../../app/api.ts'

export type BotFormModel = ReturnType<typeof createBotFormModel>

/** Form of a new bot, or of the connection of an existing one. */
export function createBotFormModel(api: Api, existing?: MessengerSender) {
  const token = signal('')
  const url = signal(existing?.bot?.url === undefined ? '' : customOf(existing.bot.url))
  const name = signal('')
  const assistant = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const answer = signal<AnswerOf<typeof testMessengerBot>>()
  const busy = signal<'' | 'save' | 'test'>('')

  /** Sends a request; input is kept on failure. */
  async function attempt(what: 'save' | 'test', request: () => Promise<void>): Promise<boolean> {
    if (busy.value !== '') return false
    busy.value = what
    errors.value = {}
    failure.value = undefined
    answer.value = undefined
    try {
      await request()
      return true
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return false
    } finally {
      busy.value = ''
    }
  }

  const address = () => (url.value.trim() === '' ? {} : { url: url.value.trim() })

  return {
    existing,
    token,
    url,
    name,
    assistant,
    errors,
    failure,
    answer,
    busy,
    /** Asks the service who the bot is. */
    test: () =>
      attempt('test', async () => {
        const body = { token: token.value.trim(), ...address() }
        answer.value = await api.testMessengerBot({ body })
      }),
    save: () =>
      attempt('save', async () => {
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
