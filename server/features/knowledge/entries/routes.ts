/*
 * GET    /user/knowledge-entries      listKnowledgeEntries
 * POST   /user/knowledge-entries      createKnowledgeEntry
 * PUT    /user/knowledge-entries/:id  updateKnowledgeEntry
 * DELETE /user/knowledge-entries/:id  deleteKnowledgeEntry
 */
import {
  createKnowledgeEntry,
  deleteKnowledgeEntry,
  listKnowledgeEntries,
  updateKnowledgeEntry,
} from '#contracts/knowledge-entries.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type BaseRow, knowledgeQueries } from '../queries.ts'
import { presentEntry } from './present.ts'
import { type EntryRow, entryQueries } from './queries.ts'
import { addEntry, changeEntry, removeEntry } from './save.ts'

/** Questions and answers of knowledge bases. */
export const knowledgeEntryRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const entries = entryQueries(db)

  handle(listKnowledgeEntries, ({ principal: { userId }, query, page }) => {
    const baseId = query.knowledgebase_id ?? null
    const filter = { userId, baseId, search: query.search?.trim() ?? '' }
    return page.of(entries.count(filter), (slice) => entries.page(filter, slice).map(presentEntry))
  })

  handle(createKnowledgeEntry, ({ principal: { userId }, body }) =>
    write((tx) => {
      const base = findBase(userId, body.knowledgebase_id)
      const { question, answer, conversation_id: uuid, message_seq: seq } = body
      const conversationId = uuid === undefined ? null : findConversation(userId, uuid)
      const entry = {
        question,
        answer,
        conversationId,
        seq: conversationId === null ? null : (seq ?? null),
      }
      return {
        message: 'Entry created successfully',
        data: presentEntry(addEntry(tx, context, base, entry)),
      }
    }),
  )

  handle(updateKnowledgeEntry, ({ principal: { userId }, params, body }) =>
    write((tx) => {
      const entry = find(userId, params.id)
      const base = findBase(userId, body.knowledgebase_id ?? entry.knowledge_base_id)
      const { question = entry.question, answer = entry.answer } = body
      const changed = changeEntry(tx, context, entry, { base, question, answer })
      return { message: 'Entry updated successfully', data: presentEntry(changed) }
    }),
  )

  handle(deleteKnowledgeEntry, ({ principal: { userId }, params }) =>
    write((tx) => {
      removeEntry(tx, context, find(userId, params.id))
      return { message: 'Entry deleted successfully' }
    }),
  )

  function find(userId: number, id: number): EntryRow {
    const row = entries.find(userId, id)
    if (!row) throw notFound('knowledge_entry_not_found')
    return row
  }

  function findBase(userId: number, id: number): BaseRow {
    const base = knowledgeQueries(db).base(userId, id)
    if (!base) throw notFound('knowledge_base_not_found')
    return base
  }

  function findConversation(userId: number, uuid: string): number {
    const id = entries.conversation(userId, uuid)
    if (id === undefined) throw notFound('conversation_not_found')
    return id
  }
}
