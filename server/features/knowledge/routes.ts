/*
 * GET    /user/knowledgebases                                      listKnowledgeBases
 * POST   /user/knowledgebases                                      createKnowledgeBase
 * GET    /user/knowledgebases/:id                                  getKnowledgeBase
 * PUT    /user/knowledgebases/:id                                  updateKnowledgeBase
 * DELETE /user/knowledgebases/:id                                  deleteKnowledgeBase
 * GET    /user/knowledgebases/:id/documents                        listDocuments
 * POST   /user/knowledgebases/:id/documents                        createDocument
 * DELETE /user/knowledgebases/:id/documents/:document_id           deleteDocument
 * POST   /user/knowledgebases/:id/documents/:document_id/crawl     startCrawl
 * PUT    /user/knowledgebases/:id/documents/:document_id/crawl     updateCrawl
 * DELETE /user/knowledgebases/:id/documents/:document_id/crawl     stopCrawl
 * GET    /user/knowledgebases/:id/documents/:document_id/passages  listPassages
 * POST   /user/knowledgebases/:id/search                           searchKnowledgeBase
 */
import {
  createDocument,
  createKnowledgeBase,
  deleteDocument,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listDocuments,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '#contracts/knowledge.ts'
import {
  startCrawl as startCrawlEndpoint,
  stopCrawl as stopCrawlEndpoint,
  updateCrawl,
} from '#contracts/knowledge-crawls.ts'
import { listPassages, searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import type { Tx } from '../../db/write.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { addFile, addWebsite } from './add-document.ts'
import { changeCrawl, startCrawl, stopCrawl } from './crawl/control.ts'
import { documentFaults } from './document-faults.ts'
import { highlightsOf } from './highlights.ts'
import { passageQueries } from './passage-queries.ts'
import { presentBase, presentDocument } from './present.ts'
import { type BaseRow, knowledgeQueries } from './queries.ts'
import { recordBase } from './record.ts'
import { removeBase, removeDocument } from './remove.ts'
import { findPassages } from './search.ts'
import { uploadedFile } from './uploaded-file.ts'

/** Passages per page of the list. */
const PASSAGES = 50

export const knowledgeRoutes: Routes = (context) => {
  const { handle, db, write, now, config } = context
  const knowledge = knowledgeQueries(db)

  handle(listKnowledgeBases, ({ principal }) => ({
    data: knowledge.bases(principal.userId).map(presentBase),
  }))

  handle(createKnowledgeBase, async ({ principal, body }) => ({
    message: 'Knowledge base created successfully',
    data: presentBase(await write((tx) => create(tx, principal.userId, body.name))),
  }))

  handle(getKnowledgeBase, ({ principal, params }) =>
    presentBase(find(principal.userId, params.id)),
  )

  handle(updateKnowledgeBase, async ({ principal, params, body }) => ({
    message: 'Knowledge base updated successfully',
    data: presentBase(await write((tx) => rename(tx, principal.userId, params.id, body.name))),
  }))

  handle(deleteKnowledgeBase, async ({ principal, params }) => {
    await removeBase(context, find(principal.userId, params.id))
    return { message: 'Knowledge base deleted successfully' }
  })

  handle(listDocuments, ({ principal, params, localizer }) => ({
    data: knowledge
      .documents(find(principal.userId, params.id).id)
      .map((document) => presentDocument(db, document, localizer)),
  }))

  handle(
    createDocument,
    async ({ principal, params, body, localizer }) => {
      find(principal.userId, params.id)
      const file = body.file && (await uploadedFile(body.file, body.type ?? undefined))
      // Looked up again: the base may have been deleted while the file was checked.
      const base = find(principal.userId, params.id)
      const document = file
        ? await addFile(context, base, file)
        : await addWebsite(context, base, body.url!, body.crawl)
      return {
        message: 'Document added successfully',
        data: presentDocument(db, document, localizer),
      }
    },
    documentFaults,
  )

  handle(deleteDocument, async ({ principal, params }) => {
    const base = find(principal.userId, params.id)
    if (!(await removeDocument(context, base, params.document_id)))
      throw notFound('document_not_found')
    return { message: 'Document deleted successfully' }
  })

  handle(startCrawlEndpoint, async ({ principal, params, localizer }) => ({
    message: 'Crawl started successfully',
    data: presentDocument(
      db,
      await startCrawl(context, find(principal.userId, params.id), params.document_id),
      localizer,
    ),
  }))

  handle(updateCrawl, async ({ principal, params, body, localizer }) => ({
    message: 'Crawl updated successfully',
    data: presentDocument(
      db,
      await changeCrawl(context, find(principal.userId, params.id), params.document_id, body),
      localizer,
    ),
  }))

  handle(stopCrawlEndpoint, async ({ principal, params, localizer }) => ({
    message: 'Crawl stopped successfully',
    data: presentDocument(
      db,
      await stopCrawl(context, find(principal.userId, params.id), params.document_id),
      localizer,
    ),
  }))

  handle(listPassages, ({ principal, params, query }) => {
    const base = find(principal.userId, params.id)
    const document = knowledge.document(params.document_id)
    if (document?.knowledge_base_id !== base.id) throw notFound('document_not_found')
    const rows = passageQueries(db).ofDocument(document.id, Number(query.after ?? 0), PASSAGES + 1)
    return {
      data: rows.slice(0, PASSAGES),
      total: passageQueries(db).count(document.id),
      has_more: rows.length > PASSAGES,
    }
  })

  handle(searchKnowledgeBase, async ({ principal, params, body }) => {
    const base = find(principal.userId, params.id)
    const { question, previous, language = 'en', limit = config.limits.passages } = body
    const asked = { question, previous, language, limit }
    const { isHybrid, passages } = await findPassages(context, base.id, asked)
    return {
      method: isHybrid ? ('words_and_meaning' as const) : ('words' as const),
      data: passages.map(({ document_url: url, ...row }) => ({
        ...row,
        url,
        highlights: highlightsOf(question, `${row.heading} ${row.content}`, language),
      })),
    }
  })

  function create(tx: Tx, userId: number, name: string): BaseRow {
    const id = knowledge.insertBase(tx, userId, name, now())
    recordBase(tx, context, userId, id, 'knowledgebase.created')
    return find(userId, id)
  }

  function rename(tx: Tx, userId: number, id: number, name: string | undefined): BaseRow {
    const base = find(userId, id)
    if (name === undefined || name === base.name) return base
    knowledge.rename(tx, userId, id, name)
    recordBase(tx, context, userId, id, 'knowledgebase.updated')
    return find(userId, id)
  }

  function find(userId: number, id: number): BaseRow {
    const base = knowledge.base(userId, id)
    if (!base) throw notFound('knowledge_base_not_found')
    return base
  }
}
