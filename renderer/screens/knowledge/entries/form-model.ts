import { computed, signal } from '@preact/signals'
import type { KnowledgeBase } from '#contracts/knowledge.ts'
import type { KnowledgeEntry } from '#contracts/knowledge-entries.ts'
import { explain, showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { storedText } from '../../../app/storage.ts'
import { t } from '../../../locales/translate.ts'
import { type Users, usersAmong } from '../list-model.ts'

/** A question and an answer to start with, and where they come from. */
export interface EntryDraft {
  readonly question: string
  readonly answer: string
  /** UUID of the conversation, and sequence number of the message in it. */
  readonly source?: { readonly conversation: string; readonly seq: number } | undefined
  /** UUID of the assistant whose knowledge base is suggested. */
  readonly assistant?: string | undefined
}

export type EntryForm = ReturnType<typeof createEntryForm>

/** The form for a new entry. Suggests the base of the assistant concerned, or the one used last. */
export function createEntryForm(
  { api, storage }: Pick<Desk, 'api' | 'storage'>,
  draft: EntryDraft,
) {
  const question = signal(draft.question)
  const answer = signal(draft.answer)
  const bases = signal<readonly KnowledgeBase[]>()
  const users = signal<Users>(new Map())
  const baseId = signal<number>()
  /** Name of the base that is created if there is none. */
  const newBase = signal<string>(t('knowledge.places.entries'))
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const isBusy = signal(false)
  const lastUsed = storedText(storage, 'parley.knowledge.base')

  /** Names of the assistants that use the chosen base. */
  const usedBy = computed(() => users.value.get(baseId.value ?? 0) ?? [])

  async function load(): Promise<void> {
    failure.value = undefined
    try {
      const [{ data }, assistants] = await Promise.all([
        api.listKnowledgeBases(),
        api.listAllAssistants().catch(() => []),
      ])
      users.value = usersAmong(assistants)
      const own = assistants.find(({ uuid }) => uuid === draft.assistant)?.knowledgebase_id
      const known = new Set(data.map(({ id }) => id))
      const wanted = [own, Number(lastUsed.value), data[0]?.id]
      baseId.value = wanted.find((id) => known.has(id ?? 0)) ?? undefined
      bases.value = data
    } catch (problem) {
      failure.value = explain(problem)
    }
  }

  /** Saves the entry; undefined if it was refused. */
  async function save(): Promise<KnowledgeEntry | undefined> {
    if (isBusy.value || !bases.value) return undefined
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      const { data } = await api.createKnowledgeEntry({
        body: {
          knowledgebase_id: baseId.value ?? (await createBase()),
          question: question.value.trim(),
          answer: answer.value.trim(),
          conversation_id: draft.source?.conversation ?? null,
          message_seq: draft.source?.seq ?? null,
        },
      })
      lastUsed.value = String(data.knowledgebase_id)
      return data
    } catch (problem) {
      showRefusal(problem, errors, failure)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  /** Creates the first base; a failed attempt to save the entry in it does not create another. */
  async function createBase(): Promise<number> {
    const { data } = await api.createKnowledgeBase({ body: { name: newBase.value } })
    bases.value = [data]
    baseId.value = data.id
    return data.id
  }

  return { question, answer, bases, baseId, newBase, usedBy, errors, failure, isBusy, load, save }
}
