/*
 * GET    /user/do-not-call      listDoNotCall
 * POST   /user/do-not-call      addToDoNotCall
 * DELETE /user/do-not-call/:id  removeFromDoNotCall
 */
import { addToDoNotCall, listDoNotCall, removeFromDoNotCall } from '#contracts/do-not-call.ts'
import { fault } from '#contracts/faults.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { digitsOf, parseNumber } from '../../platform/values/telephone.ts'
import { addToList, presentListed } from './add.ts'
import { doNotCallQueries } from './queries.ts'

/** The do-not-call list: numbers whose owners asked not to be called. */
export const doNotCallRoutes: Routes = (context) => {
  const { handle, db, write, events } = context
  const list = doNotCallQueries(db)

  handle(listDoNotCall, ({ principal: { userId }, query, page }) => {
    const digits = digitsOf(query.phone_number ?? '')
    return page.of(list.count(userId, digits), (slice) =>
      list.page(userId, digits, slice).map(presentListed),
    )
  })

  handle(
    addToDoNotCall,
    async ({ principal: { userId }, body, answerWith }) => {
      const number = parseNumber(body.phone_number)!.e164
      const { data, isNew } = await write((tx) =>
        addToList(tx, context, { userId, number, reason: body.reason ?? null }),
      )
      if (!isNew) answerWith(200)
      return { message: 'Number added successfully', data }
    },
    ({ phone_number: number }) =>
      number === undefined || parseNumber(number)
        ? {}
        : { phone_number: [fault('not_a_phone_number')] },
  )

  handle(removeFromDoNotCall, ({ principal: { userId }, params: { id } }) =>
    write((tx) => {
      if (!list.remove(tx, userId, id)) throw notFound('listed_number_not_found')
      events.record(tx, { userId, type: 'do_not_call.deleted', payload: { id } })
      return { message: 'Number removed successfully' }
    }),
  )
}
