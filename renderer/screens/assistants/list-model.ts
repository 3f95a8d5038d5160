import { signal } from '@preact/signals'
import {
  type Assistant,
  activateAssistant,
  deactivateAssistant,
  listAssistants,
} from '#contracts/assistants.ts'
import type { Call } from '#contracts/client.ts'
import type { Page } from '#contracts/page.ts'
import { explain, fieldErrors } from '../../api.ts'
import type { Live, LiveEvent } from '../../live.ts'

type Status = Assistant['status']

export type AssistantsModel = ReturnType<typeof createAssistantsModel>

/** The assistants, page by page, and which of them answer. */
export function createAssistantsModel(call: Call, live: Pick<Live, 'subscribe' | 'onResume'>) {
  const page = signal<Page<Assistant>>()
  const error = signal<string>()
  const busy = signal(false)
  /** Assistants whose status is being changed. */
  const changing = signal<ReadonlySet<number>>(new Set())
  const stop = [live.subscribe(hear), live.onResume(() => void open(page.value?.current_page))]

  async function open(number = 1): Promise<void> {
    busy.value = true
    error.value = undefined
    try {
      page.value = await call(listAssistants, { query: { page: number } })
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      busy.value = false
    }
  }

  /** Shows the change at once and takes it back when the server refuses; then rejects with the reason. */
  async function setActive({ id, status }: Assistant, isActive: boolean): Promise<void> {
    if (changing.value.has(id)) return
    changing.value = new Set([...changing.value, id])
    setStatus(id, isActive ? 'active' : 'inactive')
    try {
      await call(isActive ? activateAssistant : deactivateAssistant, { params: { id } })
    } catch (failure) {
      setStatus(id, status)
      throw new Error(Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure))
    } finally {
      changing.value = new Set([...changing.value].filter((other) => other !== id))
    }
  }

  function hear({ type, data }: LiveEvent): void {
    if (type === 'assistant.updated' && !changing.value.has(data.id))
      setStatus(data.id, data.status)
    if (type === 'assistant.created') void open(page.value?.current_page)
  }

  function setStatus(id: number, status: Status): void {
    if (!page.value) return
    const data = page.value.data.map((one) => (one.id === id ? { ...one, status } : one))
    page.value = { ...page.value, data }
  }

  return {
    page,
    error,
    busy,
    changing,
    open,
    setActive,
    stop(): void {
      for (const end of stop) end()
    },
  }
}
