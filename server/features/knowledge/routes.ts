/*
 * GET    /user/knowledgebases                                      listKnowledgeBases
 * POST   /user/knowledgebases                                      createKnowledgeBase
 * GET    /user/knowledgebases/:id                                  getKnowledgeBase
 * PUT    /user/knowledgebases/:id                                  updateKnowledgeBase
 * DELETE /user/knowledgebases/:id                                  deleteKnowledgeBase
 * GET    /user/knowledgebases/:id/documents                        listDocuments
 * POST   /user/knowledgebases/:id/documents                        createDocument
 * GET    /user/knowledgebases/:id/documents/:document_id           getDocument
 * PUT    /user/knowledgebases/:id/documents/:document_id           updateDocument
 * DELETE /user/knowledgebases/:id/documents/:document_id           deleteDocument
 * POST   /user/knowledgebases/:id/documents/:document_id/crawl     startCrawl
 * PUT    /user/knowledgebases/:id/documents/:document_id/crawl     updateCrawl
 * DELETE /user/knowledgebases/:id/documents/:document_id/crawl     stopCrawl
 * GET    /user/knowledgebases/:id/documents/:document_id/passages  listPassages
 * GET    /user/knowledgebases/:id/documents/:document_id/pages     listPages
 * POST   /user/knowledgebases/:id/search                           searchKnowledgeBase
 */
import {
  createDocument,
  createKnowledgeBase,
  deleteDocument,
  deleteKnowledgeBase,
  getDocument,
  getKnowledgeBase,
  listDocuments,
  listKnowledgeBases,
  updateDocument,
  updateKnowledgeBase,
} from '#contracts/knowledge.ts'
import {
  startCrawl as startCrawlEndpoint,
  stopCrawl as stopCrawlEndpoint,
  updateCrawl,
} from '#contracts/knowledge-crawls.ts'
import { listPages, listPassages, searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import type { Tx } from '../../db/write.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { addFile, addWebsite } from './add-document.ts'
import { changeCrawl, startCrawl, stopCrawl } from './crawl/control.ts'
import { crawlQueries } from './crawl/queries.ts'
import { documentFaults } from './document-faults.ts'
import { highlightsOf } from './highlights.ts'
import { passageQueries } from './passage-queries.ts'
import { presentBase, presentDocument, presentPage } from './present.ts'
import { type BaseRow, type Description, type DocumentRow, knowledgeQueries } from './queries.ts'
import { recordBase, recordDocument } from './record.ts'
import { removeBase, removeDocument } from './remove.ts'
import { findPassages } from './search.ts'
import { uploadedFile } from './uploaded-file.ts'

/** Passages, and pages of a website, per request. */
const PASSAGES = 50

export const knowledgeRoutes: Routes = (context) => {
  const { handle, db, write, now, config } = context
  const knowledge = knowledgeQueries(db)

  handle(listKnowledgeBases, ({ principal }) => ({
    data: knowledge.bases(principal.userId).map(presentBase),
  }))

  handle(createKnowledgeBase, async ({ principal, body }) => ({
    message: 'Knowledgebase created successfully.',
    data: presentBase(await write((tx) => create(tx, principal.userId, body))),
  }))

  handle(getKnowledgeBase, ({ principal, params }) => ({
    data: presentBase(find(principal.userId, params.id)),
  }))

  handle(updateKnowledgeBase, async ({ principal, params, body }) => ({
    message: 'Knowledgebase updated successfully.',
    data: presentBase(await write((tx) => describe(tx, principal.userId, params.id, body))),
  }))

  handle(deleteKnowledgeBase, async ({ principal, params }) => {
    await removeBase(context, find(principal.userId, params.id))
    return { message: 'Knowledgebase deleted successfully.' }
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
        ? await addFile(context, base, file, body)
        : await addWebsite(context, base, body)
      return {
        message: 'Document created successfully. Processing will begin shortly.',
        data: presentDocument(db, document, localizer),
      }
    },
    documentFaults,
  )

  handle(getDocument, ({ principal, params, localizer }) => ({
    data: presentDocument(db, findDocument(principal.userId, params), localizer),
  }))

  handle(updateDocument, async ({ principal, params, body, localizer }) => {
    const document = await write((tx) => {
      const found = findDocument(principal.userId, params)
      const change = changeOf(found, body)
      if (!change) return found
      const described = knowledge.describeDocument(tx, change, now())
      recordDocument(tx, context, described, 'document.updated')
      return described
    })
    return {
      message: 'Document updated successfully.',
      data: presentDocument(db, document, localizer),
    }
  })

  handle(deleteDocument, async ({ principal, params }) => {
    const base = find(principal.userId, params.id)
    if (!(await removeDocument(context, base, params.document_id)))
      throw notFound('document_not_found')
    return { message: 'Document deleted successfully.' }
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
    const document = findDocument(principal.userId, params)
    const rows = passageQueries(db).ofDocument(document.id, Number(query.after ?? 0), PASSAGES + 1)
    return {
      data: rows.slice(0, PASSAGES),
      total: passageQueries(db).count(document.id),
      has_more: rows.length > PASSAGES,
    }
  })

  handle(listPages, ({ principal, params, query, localizer }) => {
    const document = findDocument(principal.userId, params)
    const pages = crawlQueries(db)
    const rows = pages.ofDocument(document.id, Number(query.after ?? 0), PASSAGES + 1)
    return {
      data: rows.slice(0, PASSAGES).map((row) => presentPage(row, localizer)),
      total: pages.pageCount(document.id),
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

  function create(tx: Tx, userId: number, { name, description }: NewDescription): BaseRow {
    const id = knowledge.insertBase(tx, userId, name, now(), description ?? null)
    recordBase(tx, context, userId, id, 'knowledgebase.created')
    return find(userId, id)
  }

  function describe(tx: Tx, userId: number, id: number, body: Change): BaseRow {
    const base = find(userId, id)
    const change = changeOf(base, body)
    if (!change) return base
    knowledge.describeBase(tx, userId, change, now())
    recordBase(tx, context, userId, id, 'knowledgebase.updated')
    return find(userId, id)
  }

  function find(userId: number, id: number): BaseRow {
    const base = knowledge.base(userId, id)
    if (!base) throw notFound('knowledge_base_not_found')
    return base
  }
  /** A document of a base; one of another base is as missing as the base of another account. */
  function findDocument(
    userId: number,
    { id, document_id }: { readonly id: number; readonly document_id: number },
  ): DocumentRow {
    const base = find(userId, id)
    const document = knowledge.document(document_id)
    if (document?.knowledge_base_id !== base.id) throw notFound('document_not_found')
    return document
  }
}

interface NewDescription {
  readonly name: string
  readonly description?: string | null | undefined
}

type Change = { readonly [name in keyof NewDescription]?: NewDescription[name] | undefined }

/** The new name and description; undefined if nothing changes. */
function changeOf({ id, name, description }: Description, body: Change): Description | undefined {
  const change = {
    id,
    name: body.name ?? name,
    description: body.description === undefined ? description : body.description,
  }
  const isSame = change.name === name && change.description === description
  return isSame ? undefined : change
}
