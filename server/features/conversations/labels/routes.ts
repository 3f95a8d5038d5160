/*
 * GET    /user/inbox/labels              listLabels
 * POST   /user/inbox/labels              createLabel
 * PUT    /user/inbox/labels/:id          updateLabel
 * DELETE /user/inbox/labels/:id          deleteLabel
 * GET    /user/inbox/labels/:id/uses     getLabelUses
 * POST   /user/inbox/labels/:id/merge    mergeLabel
 * POST   /user/inbox/labels/:id/restore  restoreLabel
 */
import { fault } from '#contracts/faults.ts'
import {
  type CountedLabel,
  createLabel,
  deleteLabel,
  getLabelUses,
  type Label,
  listLabels,
  mergeLabel,
  restoreLabel,
  updateLabel,
} from '#contracts/labels.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { RESTORABLE_MS } from '../../platform/values/restorable.ts'
import { mergeLabels } from './merge.ts'
import { labelQueries } from './queries.ts'
import { recordLabels } from './record-labels.ts'
import { countReferences } from './references.ts'

/** The labels of an account. */
export const labelRoutes: Routes = (context) => {
  const { handle, db, write, now } = context
  const labels = labelQueries(db)

  handle(listLabels, ({ principal: { userId } }) => ({ data: counted(userId) }))

  handle(createLabel, ({ principal: { userId }, body }) =>
    write((tx) => {
      const name = body.name.trim()
      refuseTaken(userId, name)
      const data = labels.insert(tx, { userId, ...body, name, now: now().getTime() })
      recordLabels(tx, context, userId)
      return { message: 'Label created successfully', data }
    }),
  )

  handle(updateLabel, ({ principal: { userId }, params, body }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      const name = body.name.trim()
      refuseTaken(userId, name, id)
      const data = labels.update(tx, id, name, body.colour)
      recordLabels(tx, context, userId)
      return { message: 'Label updated successfully', data }
    }),
  )

  handle(deleteLabel, ({ principal: { userId }, params }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      labels.hide(tx, id, now().getTime())
      recordLabels(tx, context, userId)
      return { message: 'Label deleted successfully' }
    }),
  )

  handle(getLabelUses, ({ principal: { userId }, params, query: { into } }) => {
    const { id } = find(userId, params.id)
    if (into !== undefined) findTarget(userId, id, into)
    return {
      conversations: labels.counts(userId).get(id) ?? 0,
      shared: into === undefined ? 0 : labels.shared(id, into),
      ...countReferences(db, userId, id),
    }
  })

  handle(mergeLabel, async ({ principal: { userId }, params: { id: from }, body: { into } }) => {
    const label = await mergeLabels(context, { from, into }, () => {
      const { id } = find(userId, from)
      return findTarget(userId, id, into)
    })
    const count = labels.counts(userId).get(label.id) ?? 0
    return { message: 'Labels merged successfully', data: { ...label, count } }
  })

  handle(restoreLabel, ({ principal: { userId }, params }) =>
    write((tx) => {
      const label = labels.deleted(userId, params.id, now().getTime() - RESTORABLE_MS)
      if (!label) throw notFound('label_not_found')
      if (labels.named(userId, label.name) !== undefined) throw new AppError('label_name_taken')
      labels.show(tx, label.id)
      recordLabels(tx, context, userId, { restored: label.id })
      return { message: 'Label restored successfully', data: findCounted(userId, label.id) }
    }),
  )

  function counted(userId: number): CountedLabel[] {
    const counts = labels.counts(userId)
    return labels.all(userId).map((row) => ({ ...row, count: counts.get(row.id) ?? 0 }))
  }

  function findCounted(userId: number, id: number): CountedLabel {
    const row = counted(userId).find((label) => label.id === id)
    if (!row) throw notFound('label_not_found')
    return row
  }

  function refuseTaken(userId: number, name: string, own?: number): void {
    const taken = labels.named(userId, name)
    if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
  }

  /** Finds a label that another one can be merged into. */
  function findTarget(userId: number, id: number, into: number): Label {
    const row = into === id ? undefined : labels.find(userId, into)
    if (!row) throw new InvalidFields({ into: [fault('not_selectable')] })
    return row
  }

  function find(userId: number, id: number): Label {
    const row = labels.find(userId, id)
    if (!row) throw notFound('label_not_found')
    return row
  }
}
