import { signal } from '@preact/signals'
import type { Assistant } from '#contracts/assistants.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Live } from '../../../app/live.ts'
import { createThreadModel, type ThreadModel } from '../../inbox/thread/thread-model.ts'

export type TryModel = ReturnType<typeof createTryModel>

/** A test conversation with an assistant, in the role of a visitor. */
export function createTryModel(api: Api, live: Live, id: number) {
  const assistant = signal<Assistant>()
  const thread = signal<ThreadModel>()
  const draft = signal('')
  const error = signal<string>()
  /** True while a message waits for its answer. */
  const isWaiting = signal(false)

  async function open(): Promise<void> {
    error.value = undefined
    try {
      assistant.value = await api.getAssistant({ params: { id } })
      await startOver()
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Starts a new test conversation; the previous one remains in the inbox. */
  async function startOver(): Promise<void> {
    if (!assistant.value) return
    error.value = undefined
    try {
      const body = { assistant_id: assistant.value.uuid, type: 'test' as const }
      const { conversation_id } = await api.startConversation({ body })
      thread.value?.stop()
      const next = createThreadModel({ api, live, id: conversation_id })
      await next.load()
      thread.value = next
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Sends a message. The answer arrives over the stream, while this call waits for it to finish. */
  async function say(): Promise<void> {
    const current = thread.value
    const message = draft.value
    if (!current || message.trim() === '' || isWaiting.value) return
    draft.value = ''
    error.value = undefined
    isWaiting.value = true
    try {
      await api.sendPublicMessage({ params: { uuid: current.id }, body: { message } })
    } catch (failure) {
      error.value = explain(failure)
      const isSent = current.messages.value.some(({ content }) => content === message)
      if (draft.value === '' && !isSent) draft.value = message
    } finally {
      isWaiting.value = false
    }
  }

  return {
    assistant,
    thread,
    draft,
    error,
    isWaiting,
    open,
    startOver,
    say,
    stop: () => thread.value?.stop(),
  }
}
