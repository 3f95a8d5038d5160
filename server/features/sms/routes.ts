import { listSms, sendSms as sendSmsEndpoint } from '#contracts/sms.ts'
import { periodOf } from '../../db/time.ts'
import type { Routes } from '../../http/routes.ts'
import { once } from '../idempotency/once.ts'
import { digitsOf } from '../phone-numbers/parse.ts'
import { answerOf } from './answer.ts'
import { listedSms } from './list-queries.ts'
import { presentSms } from './present.ts'
import { smsQueries } from './queries.ts'
import { sendSms } from './send.ts'

export const smsRoutes: Routes = (context) => {
  const { handle, gate, db } = context
  const messages = listedSms(db)

  handle(listSms, ({ principal: { userId }, query, page }) => {
    const list = messages(userId, {
      status: query.status,
      digits: query.to === undefined ? undefined : digitsOf(query.to),
      ...periodOf(query),
    })
    return page.of(list.total, (slice) => list.rows(slice).map(presentSms))
  })

  handle(sendSmsEndpoint, ({ principal: { userId }, body, req }) => {
    gate.limit('smsSends', String(userId))
    const { from, to, body: text, force = false } = body
    return once(context, {
      req,
      userId,
      operation: 'sms',
      body,
      act: (claim) => sendSms(context, { userId, from, to, body: text, force }, claim),
      answerOf: (id) => answerOf(smsQueries(db).find(id)!),
    })
  })
}
