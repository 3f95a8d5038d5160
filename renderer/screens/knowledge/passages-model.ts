import { signal } from '@preact/signals'
import type { KnowledgeDocument } from '#contracts/knowledge.ts'
import type { DocumentPassage } from '#contracts/knowledge-passages.ts'
import { type Api, explain } from '../../app/api.ts'

/** The passages of a document, loaded in pages. */
export function createPassagesModel(api: Api, document: KnowledgeDocument) {
  const passages = signal<readonly DocumentPassage[]>()
  const total = signal(0)
  const hasMore = signal(false)
  const isBusy = signal(false)
  const error = signal<string>()

  async function load(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    error.value = undefined
    try {
      const known = passages.value ?? []
      const last = known.at(-1)
      const read = await api.listPassages({
        params: { id: document.knowledgebase_id, document_id: document.id },
        query: last ? { after: String(last.id) } : {},
      })
      passages.value = [...known, ...read.data]
      total.value = read.total
      hasMore.value = read.has_more
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isBusy.value = false
    }
  }

  return { passages, total, hasMore, isBusy, error, load }
}
