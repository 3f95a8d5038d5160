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
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { addFile, addWebsite } from './add-document.ts'
import { documentFaults } from './document-faults.ts'
import { presentBase, presentDocument } from './present.ts'
import { type BaseRow, knowledgeQueries } from './queries.ts'
import { recordBase } from './record.ts'
import { removeBase, removeDocument } from './remove.ts'
import { uploadedFile } from './uploaded-file.ts'

export const knowledgeRoutes: Routes = (context) => {
  const { handle, db, now } = context
  const knowledge = knowledgeQueries(db)

  handle(listKnowledgeBases, ({ principal }) => ({
    data: knowledge.bases(principal.userId).map(presentBase),
  }))

  handle(createKnowledgeBase, ({ principal, body }) => ({
    message: 'Knowledge base created successfully',
    data: presentBase(create(principal.userId, body.name)),
  }))

  handle(getKnowledgeBase, ({ principal, params }) =>
    presentBase(find(principal.userId, params.id)),
  )

  handle(updateKnowledgeBase, ({ principal, params, body }) => ({
    message: 'Knowledge base updated successfully',
    data: presentBase(rename(principal.userId, params.id, body.name)),
  }))

  handle(deleteKnowledgeBase, ({ principal, params }) => {
    removeBase(context, find(principal.userId, params.id))
    return { message: 'Knowledge base deleted successfully' }
  })

  handle(listDocuments, ({ principal, params }) => ({
    data: knowledge.documents(find(principal.userId, params.id).id).map(presentDocument),
  }))

  handle(
    createDocument,
    async ({ principal, params, body }) => {
      find(principal.userId, params.id)
      const file = body.file && (await uploadedFile(body.file, body.type ?? undefined))
      // Once more: it may have been deleted while the file was looked at.
      const base = find(principal.userId, params.id)
      const document = file ? addFile(context, base, file) : addWebsite(context, base, body.url!)
      return { message: 'Document added successfully', data: presentDocument(document) }
    },
    documentFaults,
  )

  handle(deleteDocument, ({ principal, params }) => {
    const base = find(principal.userId, params.id)
    if (!removeDocument(context, base, params.document_id)) throw notFound('Document not found')
    return { message: 'Document deleted successfully' }
  })

  const create = db.transaction((userId: number, name: string): BaseRow => {
    const id = knowledge.insertBase(userId, name, now())
    recordBase(context, userId, id, 'knowledgebase.created')
    return find(userId, id)
  })

  const rename = db.transaction((userId: number, id: number, name: string | undefined): BaseRow => {
    const base = find(userId, id)
    if (name === undefined || name === base.name) return base
    knowledge.rename(userId, id, name)
    recordBase(context, userId, id, 'knowledgebase.updated')
    return find(userId, id)
  })

  function find(userId: number, id: number): BaseRow {
    const base = knowledge.base(userId, id)
    if (!base) throw notFound('Knowledge base not found')
    return base
  }
}
