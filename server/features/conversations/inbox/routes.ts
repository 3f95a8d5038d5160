/*
 * GET    /user/inbox                listInbox
 * GET    /user/inbox/counts         countInbox
 * GET    /user/search               searchAll
 * GET    /user/inbox/export         exportInbox
 * POST   /user/inbox/bulk           changeInBulk
 * GET    /user/inbox/bulk/:id       getBulkOperation
 * POST   /user/inbox/bulk/:id/undo  undoBulkOperation
 */
import { fault } from '#contracts/faults.ts'
import { countInbox, ExportedConversation, exportInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk, getBulkOperation, undoBulkOperation } from '#contracts/inbox-bulk.ts'
import { searchAll } from '#contracts/inbox-search.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import { SLICE, sendExport } from '../../../http/export.ts'
import type { Routes } from '../../../http/routes.ts'
import { catchUpSearch } from '../../platform/search/feed.ts'
import { createViewCounts } from '../inbox-views/count.ts'
import { presentInboxItem } from '../present.ts'
import { conversationQueries } from '../queries.ts'
import type { Turns } from '../turns/run.ts'
import { presentOperation, startBulk, undoBulk } from './bulk.ts'
import { faultsOf } from './bulk-faults.ts'
import { bulkQueries, type OperationRow } from './bulk-queries.ts'
import { countMatching, countTeams } from './count.ts'
import { countQueries } from './count-queries.ts'
import { exported, rowsOf } from './exported.ts'
import { allMatching, namedMatching } from './matching.ts'
import { narrowingOf } from './narrowing.ts'
import { pageOfInbox } from './pages.ts'
import { findDocuments, hitsById, presentHits, searchOf } from './search.ts'

/** The inbox: filters, counts, search, and bulk actions. */
export const inboxRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, events, hub } = context
  const conversations = conversationQueries(db)
  const countViews = createViewCounts(context)

  handle(listInbox, ({ principal, query: { before, sort, ...filter } }) => {
    const cursor = events.last()
    const page = pageOfInbox(db, narrowingOf(filter, principal), sort, before)
    return {
      data: page.ids.map((id) => presentInboxItem(conversations.inboxRow(id), hub)),
      before: page.before,
      cursor,
    }
  })

  handle(countInbox, async ({ principal, query }) => {
    const cursor = events.last()
    const { unread, ...counts } = countQueries(db).views(principal.userId, principal.operatorId)
    return {
      views: counts,
      unread,
      teams: countTeams(db, principal.userId),
      matching: query.q === undefined ? countMatching(db, narrowingOf(query, principal)) : null,
      saved: await countViews(principal),
      cursor,
    }
  })

  handle(searchAll, async ({ principal, query: { before, limit, ...filter } }) => {
    const named = before === undefined ? hitsById(context, filter.q ?? '', principal.userId) : []
    const search = searchOf(db, filter, principal)
    if (!search) return { data: named, before: null }
    await catchUpSearch(context)
    const from = before === undefined ? undefined : Number(before)
    const found = findDocuments(db, search, from, limit)
    return {
      data: [...named, ...presentHits(context, found.documents)],
      before: found.before === undefined ? null : String(found.before),
    }
  })

  handle(exportInbox, async (call) => {
    const { principal, query } = call
    const { format: _, bom: __, transcript, ids: named, ...filter } = query
    const ids = named
      ? await namedMatching(context, filter, principal, named.split(','))
      : await allMatching(context, filter, principal)
    return sendExport(call, {
      name: 'inbox',
      item: ExportedConversation,
      total: ids.length,
      slices: rowsOf(context, ids, transcript ? SLICE / 10 : SLICE),
      show: (row) => exported(context, row, transcript === '1'),
    })
  })

  handle(
    changeInBulk,
    async ({ principal, body: { action, ids, filter, value = {}, dry_run } }) => {
      const what = ids ? { ids } : filter && { filter }
      if (!what) throw new InvalidFields({ ids: [fault('required_without', { other: 'filter' })] })
      if (dry_run) {
        const all =
          'ids' in what
            ? bulkQueries(db).idsOf(principal.userId, what.ids)
            : await allMatching(context, what.filter, principal)
        return { message: 'Nothing was changed', matched: all.length, data: null }
      }
      const { userId, operatorId } = principal
      const operation = await startBulk(context, { userId, operatorId }, { action, value, what })
      const matched =
        operation.status === 'collecting' && filter && filter.q === undefined
          ? countMatching(db, narrowingOf(filter, principal)).count
          : operation.matched
      return {
        message: 'Operation started successfully',
        matched,
        data: presentOperation(operation),
      }
    },
    ({ action, ids, filter, value }, { userId }) => ({
      ...(ids && filter && { filter: [fault('prohibited_with', { other: 'ids' })] }),
      ...(action && faultsOf(context, userId, action, value ?? {})),
    }),
  )

  handle(getBulkOperation, ({ principal, params }) =>
    presentOperation(findOperation(principal.userId, params.id)),
  )

  handle(undoBulkOperation, async ({ principal, params }) => ({
    message: 'Operation undone successfully',
    data: presentOperation(await undoBulk(context, findOperation(principal.userId, params.id))),
  }))

  function findOperation(userId: number, id: number): OperationRow {
    const row = bulkQueries(db).find(id)
    if (row?.user_id !== userId) throw notFound('operation_not_found')
    return row
  }
}
