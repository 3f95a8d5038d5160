import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { MessengerChannel } from '#contracts/messenger.ts'
import type { MessengerTemplate } from '#contracts/messenger-senders.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'

export type WindowModel = ReturnType<typeof createWindowModel>

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  /** UUID of the conversation. */
  readonly id: string
}

/** Maximum delay of a timer, ms. */
const MAX_DELAY = 2 ** 31 - 1

/** The window of a messenger conversation, and the templates to send once it is closed. */
export function createWindowModel({ api, live, id }: Needs) {
  const channel = signal<MessengerChannel>()
  const templates = signal<readonly MessengerTemplate[]>()
  const chosen = signal('')
  const values = signal<Readonly<Record<string, string>>>({})
  const error = signal<string>()
  const busy = signal(false)
  const template = computed(() => templates.value?.find((one) => String(one.id) === chosen.value))
  const text = computed(() => template.value && filled(template.value, values.value))
  const isReady = computed(
    () =>
      template.value?.variables.every((name) => (values.value[name] ?? '').trim() !== '') ?? false,
  )
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    try {
      channel.value = await api.getMessengerChannel({ params: { uuid: id } })
    } catch (reason) {
      // Imported, or from the demo: it has no sender.
      if (!(reason instanceof ApiError && reason.status === 404)) error.value = explain(reason)
      return
    }
    const { session_status: status } = channel.value
    clearTimeout(timer)
    if (status.expires_at !== undefined) {
      const left = Date.parse(status.expires_at) - Date.now()
      timer = setTimeout(() => void load(), Math.min(Math.max(left, 0) + 1000, MAX_DELAY))
    } else if (!templates.value) await loadTemplates()
  }

  async function loadTemplates(): Promise<void> {
    try {
      const params = { id: channel.value!.sender.id }
      const { data } = await api.listMessengerTemplates({ params })
      templates.value = data
      chosen.value ||= String(data[0]?.id ?? '')
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  /** Sends the template; what was entered is kept on failure. */
  async function send(): Promise<boolean> {
    if (busy.value || !channel.value || !template.value || !isReady.value) return false
    busy.value = true
    error.value = undefined
    try {
      await api.sendMessengerTemplate({
        body: {
          sender_id: channel.value.sender.id,
          template_id: template.value.id,
          recipient_phone: channel.value.customer_phone,
          variables: Object.fromEntries(
            template.value.variables.map((name) => [name, values.value[name] ?? '']),
          ),
        },
      })
      values.value = {}
      return true
    } catch (reason) {
      error.value = explain(reason)
      return false
    } finally {
      busy.value = false
    }
  }

  const stops = [
    live.subscribe((event) => {
      const isOwn =
        (event.type === 'message.created' && event.data.conversation_id === id) ||
        event.type.startsWith('messenger_sender.')
      if (isOwn) void load()
      if (event.type.startsWith('messenger_template.') && channel.value) void loadTemplates()
    }),
    live.onResume(() => void load()),
  ]
  void load()
  return {
    channel,
    templates,
    chosen,
    template,
    values,
    text,
    isReady,
    error,
    busy,
    send,
    stop(): void {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

/** The text of a template; what is missing stays a placeholder. */
function filled(
  { body_text, variables }: MessengerTemplate,
  values: Readonly<Record<string, string>>,
): string {
  return body_text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (placeholder, key: string) => {
    const name = variables.includes(key) ? key : variables[Number(key) - 1]
    return (name !== undefined && values[name]?.trim()) || placeholder
  })
}
