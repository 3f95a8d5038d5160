/*
 * GET    /user/email-reception      getEmailReception
 * PUT    /user/email-reception      setEmailReception
 * GET    /user/received-emails      listReceivedEmails
 * POST   /user/received-emails      deliverEmail
 * GET    /user/received-emails/:id  getReceivedEmail
 */
import {
  deliverEmail,
  type EmailReception,
  getEmailReception,
  getReceivedEmail,
  listReceivedEmails,
  setEmailReception,
} from '#contracts/email-receiving.ts'
import { fault } from '#contracts/faults.ts'
import { InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import type { Turns } from '../../conversations/turns/run.ts'
import { presentReceived } from './present.ts'
import { receivedQueries } from './queries.ts'
import { receiveEmail } from './receive.ts'
import { type ReceptionRow, receptionQueries } from './reception-queries.ts'

/** Maximum received emails that are listed. */
const LISTED = 100

/** The rules for incoming email, and what came in. */
export const emailReceivingRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, write, now } = context
  const received = receivedQueries(db)
  const reception = receptionQueries(db)

  handle(getEmailReception, () => presentReception(reception.find()))

  handle(setEmailReception, async ({ principal: { userId }, body }) => {
    const { strangers, listed, assistant_id, has_tags } = body
    if (assistant_id === null && strangers !== 'off')
      throw new InvalidFields({ assistant_id: [fault('required')] })
    if (assistant_id !== null && !assistantQueries(db).has(userId, assistant_id))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    const row = {
      strangers,
      listed: JSON.stringify([...new Set(listed)]),
      assistant_id,
      has_tags: has_tags ? 1 : 0,
    }
    await write((tx) => reception.save(tx, row, now()))
    return presentReception(reception.find())
  })

  handle(listReceivedEmails, ({ principal: { userId }, localizer }) => ({
    data: received.latest(userId, LISTED).map((row) => presentReceived(row, localizer)),
  }))

  handle(deliverEmail, async ({ body: { file }, localizer }) => {
    const raw = new Uint8Array(await file.arrayBuffer())
    const { status, reason } = await receiveEmail(context, raw)
    return { status, reason: reason ? localizer.translate(reason) : null }
  })

  handle(getReceivedEmail, ({ principal: { userId }, params, localizer }) => {
    const row = received.find(params.id)
    if (row?.user_id !== userId) throw notFound('email_not_found')
    return {
      ...presentReceived(row, localizer),
      message_id: row.message_id,
      text: row.text,
      left_out: JSON.parse(row.left_out),
      authentication: JSON.parse(row.authentication),
    }
  })
}

const presentReception = (row: ReceptionRow): EmailReception => ({
  strangers: row.strangers,
  listed: JSON.parse(row.listed),
  assistant_id: row.assistant_id,
  has_tags: row.has_tags === 1,
})
