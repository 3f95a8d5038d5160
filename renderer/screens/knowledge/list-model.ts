import { signal } from '@preact/signals'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Names of assistants, by the id of the knowledge base that they use. */
export type Users = ReadonlyMap<number, readonly string[]>

export type KnowledgeModel = ReturnType<typeof createKnowledgeModel>

/** The account's knowledge bases, kept up to date by the stream. */
export function createKnowledgeModel({ api, live }: Needs) {
  const bases = signal<readonly KnowledgeBase[]>()
  const users = signal<Users>(new Map())
  const error = signal<string>()
  const name = signal('')
  const nameError = signal<string>()
  const isBusy = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const [{ data }, used] = await Promise.all([api.listKnowledgeBases(), usersOf(api)])
      bases.value = data
      users.value = used
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Creates a knowledge base with the typed name; resolves to its id. */
  async function create(): Promise<number | undefined> {
    if (isBusy.value) return undefined
    isBusy.value = true
    nameError.value = undefined
    try {
      const { data } = await api.createKnowledgeBase({ body: { name: name.value } })
      name.value = ''
      put(data)
      return data.id
    } catch (failure) {
      nameError.value = fieldErrors(failure)?.['name'] ?? explain(failure)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  /** Deletes a knowledge base with its documents; rejects with a message for the user. */
  async function remove(id: number): Promise<void> {
    try {
      await api.deleteKnowledgeBase({ params: { id } })
    } catch (failure) {
      throw new Error(explain(failure), { cause: failure })
    }
    bases.value = bases.value?.filter((base) => base.id !== id)
  }

  function put(base: KnowledgeBase): void {
    const all = bases.value ?? []
    const isKnown = all.some(({ id }) => id === base.id)
    bases.value = isKnown ? all.map((one) => (one.id === base.id ? base : one)) : [...all, base]
  }

  function handleEvent({ type, data }: LiveEvent): void {
    if (!bases.value) return
    if (type === 'knowledgebase.created' || type === 'knowledgebase.updated') put(data)
    if (type === 'knowledgebase.deleted') {
      bases.value = bases.value.filter(({ id }) => id !== data.id)
    }
  }

  const unsubscribe = [live.subscribe(handleEvent), live.onResume(() => void load())]
  return {
    bases,
    users,
    error,
    name,
    nameError,
    isBusy,
    load,
    create,
    remove,
    stop: () => {
      for (const each of unsubscribe) each()
    },
  }
}

/** Finds the assistants that use each knowledge base; empty if the list cannot be loaded. */
export async function usersOf(api: Api): Promise<Users> {
  return usersAmong(await api.listAllAssistants().catch(() => []))
}

/** The names of assistants by the knowledge base that they use. */
export function usersAmong(
  assistants: readonly { readonly knowledgebase_id: number | null; readonly name: string }[],
): Users {
  const users = new Map<number, string[]>()
  for (const { knowledgebase_id: id, name } of assistants) {
    if (id !== null) users.set(id, [...(users.get(id) ?? []), name])
  }
  return users
}
