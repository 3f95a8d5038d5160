/*
 * GET    /user/emails                listEmails
 * GET    /user/emails/:id            getEmail
 * GET    /user/email-follow-ups      listEmailFollowUps
 * PUT    /user/email-follow-ups/:id  setEmailFollowUp
 */
import { getEmail, listEmailFollowUps, listEmails, setEmailFollowUp } from '#contracts/email.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { followUpQueries } from './follow-up-queries.ts'
import { presentEmail } from './present.ts'
import { emailQueries } from './queries.ts'

/** Maximum emails in the outbox that are listed. */
const LISTED = 100

/** The outbox of an account, and when its assistants write. */
export const emailRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const emails = emailQueries(db)
  const followUps = followUpQueries(db)

  handle(listEmails, ({ principal: { userId }, localizer }) => ({
    data: emails.latest(userId, LISTED).map((row) => presentEmail(row, localizer)),
  }))

  handle(getEmail, ({ principal: { userId }, params, localizer }) => {
    const row = emails.find(params.id)
    if (row?.user_id !== userId) throw notFound('email_not_found')
    const { message_id, text, html } = row
    return { ...presentEmail(row, localizer), message_id, text, html }
  })

  handle(listEmailFollowUps, ({ principal: { userId } }) => listed(userId))

  handle(setEmailFollowUp, async ({ principal: { userId }, params, body }) => {
    const isSaved = await write((tx) => followUps.save(tx, userId, params.id, body))
    if (!isSaved) throw notFound('assistant_not_found')
    return listed(userId)
  })

  function listed(userId: number) {
    return { data: followUps.all(userId).map((row) => ({ ...row, is_on: row.is_on === 1 })) }
  }
}
