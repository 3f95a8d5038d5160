import { computed, signal } from '@preact/signals'
import type { Assistant, FiledAssistant } from '#contracts/assistants.ts'
import type { Address } from '../../../app/address.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import { queryState } from '../../../app/query-state.ts'
import { createFilingModel } from '../filing/model.ts'

type Status = Assistant['status']

export type AssistantsModel = ReturnType<typeof createAssistantsModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly address: Address
}

/** Maximum number of assistants whose conversations of today are counted. */
const MAX_COUNTED = 24

/** The list of assistants: its filter, and changes of status. */
export function createAssistantsModel({ api, live, address }: Deps) {
  const all = signal<readonly FiledAssistant[]>()
  const error = signal<string>()
  const busy = signal(false)
  /** Ids of assistants whose status is being changed. */
  const changing = signal<ReadonlySet<number>>(new Set())
  /** Number of today's conversations, by assistant id. */
  const today = signal<ReadonlyMap<number, number>>(new Map())
  const numbers = signal<ReadonlyMap<number, string>>(new Map())
  const models = signal<ReadonlyMap<number, string>>(new Map())
  const search = queryState<string>(address, 'q', { fallback: '' })
  const status = queryState<'all' | Status>(address, 'status', {
    fallback: 'all',
    values: ['all', 'active', 'inactive'],
    push: true,
  })
  const filing = createFilingModel({ api, live, address }, all)
  /** Ids of the assistants selected in the list. */
  const selected = signal<ReadonlySet<number>>(new Set())
  const stop = [filing.stop, live.subscribe(handleEvent), live.onResume(() => void open())]

  const shown = computed(() => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    return all.value?.filter(
      (one) =>
        (status.value === 'all' || one.status === status.value) &&
        filing.fits(one) &&
        words.every((word) =>
          `${one.name} ${one.initial_message}`.toLocaleLowerCase().includes(word),
        ),
    )
  })

  /** Set by an event since the list was requested: the response may be older than the current state. */
  let isOutdated = false

  async function open(): Promise<void> {
    isOutdated = busy.value
    if (busy.value) return
    busy.value = true
    error.value = undefined
    try {
      do {
        isOutdated = false
        all.value = await api.listAllAssistants({ query: { include: 'folder,labels,picture' } })
      } while (isOutdated)
    } catch (failure) {
      error.value = explain(failure)
      return
    } finally {
      busy.value = false
    }
    // Additional details may arrive later, or fail.
    await Promise.allSettled([filing.load(), countToday(all.value), nameThings()])
  }

  async function countToday(assistants: readonly Assistant[]): Promise<void> {
    const day = new Date().toISOString().slice(0, 10)
    const counts = assistants.slice(0, MAX_COUNTED).map(async ({ id }) => {
      const query = { assistant_id: id, date_from: day, date_to: day, per_page: 1 }
      return [id, (await api.listConversations({ query })).total] as const
    })
    today.value = new Map(await Promise.all(counts))
  }

  async function nameThings(): Promise<void> {
    const [assignable, llms, multimodal] = await Promise.all([
      api.listAssignableNumbers(),
      api.listModels(),
      api.listModels({ query: { type: 'multimodal' } }),
    ])
    numbers.value = new Map(assignable.map(({ id, phone_number }) => [id, phone_number]))
    // Ids of the two kinds overlap; those of one kind are negated.
    models.value = new Map([
      ...llms.map(({ id, name }) => [id, name] as const),
      ...multimodal.map(({ id, name }) => [-id, name] as const),
    ])
  }

  function modelOf({ llm_model_id, multimodal_model_id, mode }: Assistant): string | undefined {
    const key = mode === 'pipeline' ? llm_model_id : -(multimodal_model_id ?? 0)
    return key ? models.value.get(key) : undefined
  }

  /** Changes the status optimistically; if the server refuses, restores it and rejects with the reason. */
  async function setActive({ id, status: before }: Assistant, isActive: boolean): Promise<void> {
    if (changing.value.has(id)) return
    changing.value = new Set([...changing.value, id])
    setStatus(id, isActive ? 'active' : 'inactive')
    try {
      await api[isActive ? 'activateAssistant' : 'deactivateAssistant']({ params: { id } })
    } catch (failure) {
      setStatus(id, before)
      throw new Error(Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure))
    } finally {
      changing.value = new Set([...changing.value].filter((other) => other !== id))
    }
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (/^assistant\./.test(type)) isOutdated = busy.value
    if (type === 'assistant.deleted') all.value = all.value?.filter(({ id }) => id !== data.id)
    if (type === 'assistant.created') void open()
    if (type !== 'assistant.updated' || changing.value.has(data.id)) return
    const { id, name, type: kind, mode, status: now } = data
    all.value = all.value?.map((one) =>
      one.id === id ? { ...one, name, type: kind, mode, status: now } : one,
    )
  }

  function select(id: number, isOn: boolean): void {
    const others = [...selected.value].filter((one) => one !== id)
    selected.value = new Set(isOn ? [...others, id] : others)
  }

  function setStatus(id: number, next: Status): void {
    all.value = all.value?.map((one) => (one.id === id ? { ...one, status: next } : one))
  }

  return {
    all,
    shown,
    error,
    busy,
    changing,
    today,
    numbers,
    search,
    status,
    filing,
    selected,
    select,
    clearSelection: () => {
      selected.value = new Set()
    },
    modelOf,
    open,
    setActive,
    stop(): void {
      for (const end of stop) end()
    },
  }
}
