/*
 * GET    /user/contacts/:id/archive  getContactArchive
 */
import { getContactArchive } from '#contracts/contacts.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { sendZip } from '../../../http/zip.ts'
import { contactQueries } from '../queries.ts'
import { archiveOf } from './archive.ts'

/** All stored data of a contact, for requests for access to personal data. */
export const contactArchiveRoutes: Routes = (context) => {
  const { handle, db, now } = context

  handle(getContactArchive, ({ principal, params, req, res }) => {
    const contact = contactQueries(db).ofUser(principal.userId, params.id)
    if (!contact) throw notFound('contact_not_found')
    const entries = archiveOf(context, contact, principal)
    return sendZip({ req, res }, { name: `contact-${contact.uuid}`, at: now(), entries })
  })
}
