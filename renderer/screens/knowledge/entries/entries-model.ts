import { signal } from '@preact/signals'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { showRefusal } from '../../../app/api.ts'
import { createRecordsModel, type RecordsDeps } from '../../records/model.ts'

/** The entry that is being edited in its row. */
interface EditedEntry {
  readonly entry: KnowledgeEntry
  readonly question: string
  readonly answer: string
  readonly knowledgebase_id: number
}

export type EntriesModel = ReturnType<typeof createEntriesModel>

/** The questions and answers of all knowledge bases, edited in the table. */
export function createEntriesModel(deps: RecordsDeps) {
  const { api } = deps
  const bases = signal<readonly KnowledgeBase[]>([])
  const edited = signal<EditedEntry>()
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isBusy = signal(false)

  const list = createRecordsModel<KnowledgeEntry, 'knowledgebase_id' | 'search'>(deps, {
    name: 'knowledge-entries',
    read: api.listKnowledgeEntries,
    filters: { knowledgebase_id: undefined, search: undefined },
    keyOf: ({ id }) => id,
    handleEvent({ type, data }, { knowledgebase_id: base, search }) {
      if (type === 'knowledge_entry.created') {
        const isHere = !search && (!base || Number(base) === data.knowledgebase_id)
        return isHere ? { kind: 'new' } : undefined
      }
      if (type === 'knowledge_entry.updated') return { kind: 'changed', key: data.id, change: data }
      return type === 'knowledge_entry.deleted' ? { kind: 'gone', key: data.id } : undefined
    },
  })

  async function loadBases(): Promise<void> {
    bases.value = await api.listKnowledgeBases().then(
      ({ data }) => data,
      () => [],
    )
  }

  /** Starts to edit an entry, once what was typed in another row is saved. */
  async function edit(entry: KnowledgeEntry): Promise<void> {
    if (edited.value?.entry.id === entry.id) return
    if (edited.value && !(await save())) return
    const { question, answer, knowledgebase_id } = entry
    errors.value = {}
    failure.value = undefined
    edited.value = { entry, question, answer, knowledgebase_id }
  }

  function type(change: Partial<Omit<EditedEntry, 'entry'>>): void {
    if (edited.value) edited.value = { ...edited.value, ...change }
  }

  function cancel(): void {
    edited.value = undefined
    errors.value = {}
    failure.value = undefined
  }

  /** Saves the edited entry; false if it was refused. */
  async function save(): Promise<boolean> {
    if (!edited.value || isBusy.value) return false
    const { entry, question, answer, knowledgebase_id } = edited.value
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const body = { question: question.trim(), answer: answer.trim(), knowledgebase_id }
      const { data } = await api.updateKnowledgeEntry({ params: { id: entry.id }, body })
      put(data)
      edited.value = undefined
      return true
    } catch (problem) {
      showRefusal(problem, errors, failure)
      return false
    } finally {
      isBusy.value = false
    }
  }

  function put(entry: KnowledgeEntry): void {
    const page = list.page.value
    if (!page) return
    list.page.value = { ...page, data: page.data.map((one) => (one.id === entry.id ? entry : one)) }
  }

  /** Deletes an entry; resolves to what adds it again. */
  async function remove(entry: KnowledgeEntry): Promise<() => Promise<void>> {
    const { id, question, answer, knowledgebase_id, conversation_id, message_seq } = entry
    await api.deleteKnowledgeEntry({ params: { id } })
    if (edited.value?.entry.id === id) cancel()
    list.drop(id)
    return async () => {
      const body = { question, answer, knowledgebase_id, conversation_id, message_seq }
      await api.createKnowledgeEntry({ body })
      await list.load()
    }
  }

  void loadBases()
  return { ...list, bases, edited, errors, failure, isBusy, edit, type, cancel, save, remove }
}
