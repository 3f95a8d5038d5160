/*
 * GET    /user/inbox/labels      listLabels
 * POST   /user/inbox/labels      createLabel
 * PUT    /user/inbox/labels/:id  updateLabel
 * DELETE /user/inbox/labels/:id  deleteLabel
 */
import { fault } from '#contracts/faults.ts'
import { createLabel, deleteLabel, type Label, listLabels, updateLabel } from '#contracts/labels.ts'
import type { Tx } from '../../../db/write.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { labelQueries } from './queries.ts'

/** The labels of an account. */
export const labelRoutes: Routes = ({ handle, db, write, events, now }) => {
  const labels = labelQueries(db)
  const changed = (tx: Tx, userId: number) =>
    events.record(tx, { userId, type: 'labels.changed', payload: { data: labels.all(userId) } })

  handle(listLabels, ({ principal: { userId } }) => {
    const counts = labels.counts(userId)
    return { data: labels.all(userId).map((row) => ({ ...row, count: counts.get(row.id) ?? 0 })) }
  })

  handle(createLabel, ({ principal: { userId }, body }) =>
    write((tx) => {
      refuseTaken(userId, body.name)
      const data = labels.insert(tx, { userId, ...body, now: now().getTime() })
      changed(tx, userId)
      return { message: 'Label created successfully', data }
    }),
  )

  handle(updateLabel, ({ principal: { userId }, params, body }) =>
    write((tx) => {
      const { id } = find(userId, params.id)
      refuseTaken(userId, body.name, id)
      const data = labels.update(tx, id, body.name, body.colour)
      changed(tx, userId)
      return { message: 'Label updated successfully', data }
    }),
  )

  handle(deleteLabel, ({ principal: { userId }, params }) =>
    write((tx) => {
      labels.remove(tx, userId, find(userId, params.id).id)
      changed(tx, userId)
      return { message: 'Label deleted successfully' }
    }),
  )

  function refuseTaken(userId: number, name: string, own?: number): void {
    const taken = labels.named(userId, name)
    if (taken !== undefined && taken !== own) throw new InvalidFields({ name: [fault('taken')] })
  }

  function find(userId: number, id: number): Label {
    const row = labels.find(userId, id)
    if (!row) throw notFound('label_not_found')
    return row
  }
}
