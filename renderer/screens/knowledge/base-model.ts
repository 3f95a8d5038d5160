import { signal } from '@preact/signals'
import type { KnowledgeBase, KnowledgeDocument } from '#contracts/knowledge.ts'
import type { CrawlSchedule } from '#contracts/knowledge-settings.ts'
import { type Api, eventsAreTranslated, explain } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'
import type { Description } from './describe-dialog.tsx'
import { usersOf } from './list-model.ts'
import type { SendDocument } from './send-document.ts'
import { createUploads } from './uploads-model.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly id: number
  readonly send: SendDocument
}

/** Time for which a deletion can be undone, ms: the duration of its toast. */
const KIND = 10_000

export type BaseModel = ReturnType<typeof createBaseModel>

/** A knowledge base with its documents, kept up to date by the stream. */
export function createBaseModel({ api, live, id, send }: Needs) {
  const base = signal<KnowledgeBase>()
  const documents = signal<readonly KnowledgeDocument[]>([])
  const assistants = signal<readonly string[]>([])
  const error = signal<string>()
  const fault = signal<string>()
  /** Documents hidden until their deletion can no longer be undone. */
  const removing = new Map<number, ReturnType<typeof setTimeout>>()
  const uploads = createUploads(id, send, put)

  async function load(): Promise<void> {
    try {
      const params = { id }
      const [read, list, users] = await Promise.all([
        api.getKnowledgeBase({ params }),
        api.listDocuments({ params }),
        usersOf(api),
      ])
      base.value = read.data
      documents.value = list.data.filter((document) => !removing.has(document.id))
      assistants.value = users.get(id) ?? []
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  function put(document: KnowledgeDocument): void {
    if (document.knowledgebase_id !== id || removing.has(document.id)) return
    const all = documents.value
    const isKnown = all.some((one) => one.id === document.id)
    documents.value = isKnown
      ? all.map((one) => (one.id === document.id ? document : one))
      : [...all, document]
  }

  /** Hides a document and deletes it shortly after; the returned function undoes that. */
  function remove(document: KnowledgeDocument): () => void {
    documents.value = documents.value.filter((one) => one.id !== document.id)
    removing.set(
      document.id,
      setTimeout(() => void removeNow(document.id), KIND),
    )
    return () => {
      clearTimeout(removing.get(document.id))
      if (!removing.delete(document.id)) return
      documents.value = [...documents.value, document].sort((one, other) => one.id - other.id)
    }
  }

  async function removeNow(documentId: number): Promise<void> {
    clearTimeout(removing.get(documentId))
    await attempt(() => api.deleteDocument({ params: { id, document_id: documentId } }))
    removing.delete(documentId)
  }

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    fault.value = undefined
    try {
      await action()
    } catch (failure) {
      fault.value = explain(failure)
      await load()
    }
  }

  const about = (document: KnowledgeDocument) => ({ params: { id, document_id: document.id } })
  const change = (
    document: KnowledgeDocument,
    action: () => Promise<{ data: KnowledgeDocument }>,
  ) =>
    attempt(async () => {
      put((await action()).data)
      return document
    })

  function handleEvent({ type, data }: LiveEvent): void {
    if (type === 'knowledgebase.updated' && data.id === id) base.value = data
    if (type === 'knowledgebase.deleted' && data.id === id) void load()
    if (type === 'document.created' || type === 'document.updated') {
      put(data)
      if (!eventsAreTranslated && hasReason(data)) void load()
    }
    if (type === 'document.deleted') {
      documents.value = documents.value.filter((one) => one.id !== data.id)
    }
  }

  const unsubscribe = [live.subscribe(handleEvent), live.onResume(() => void load())]
  return {
    id,
    base,
    documents,
    assistants,
    error,
    fault,
    uploads,
    load,
    put,
    remove,
    /** Renames and describes the base; throws errors for the form to show. */
    async describe(body: Description): Promise<void> {
      base.value = (await api.updateKnowledgeBase({ params: { id }, body })).data
    },
    /** Renames and describes a document; throws errors for the form to show. */
    async describeDocument(document: KnowledgeDocument, body: Description): Promise<void> {
      put((await api.updateDocument({ ...about(document), body })).data)
    },
    again: (document: KnowledgeDocument) => change(document, () => api.startCrawl(about(document))),
    halt: (document: KnowledgeDocument) => change(document, () => api.stopCrawl(about(document))),
    schedule: (document: KnowledgeDocument, schedule: CrawlSchedule) =>
      change(document, () => api.updateCrawl({ ...about(document), body: { schedule } })),
    stop: () => {
      for (const each of unsubscribe) each()
      // Leaving the screen confirms pending deletions.
      for (const documentId of removing.keys()) void removeNow(documentId)
    },
  }
}

const hasReason = ({ error, crawl }: KnowledgeDocument): boolean =>
  error !== null || (crawl && crawl.error !== null) === true
