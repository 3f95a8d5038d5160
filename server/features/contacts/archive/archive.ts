import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { inEnglish } from '#contracts/catalogues.ts'
import type { Context } from '../../../context.ts'
import { toIso } from '../../../db/time.ts'
import type { Operator } from '../../../http/principal.ts'
import type { ZipEntry } from '../../../http/zip.ts'
import { attachmentQueries } from '../../conversations/attachments/queries.ts'
import { conversationDetail } from '../../conversations/conversation-detail.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { conversationQueries } from '../../conversations/queries.ts'
import { mergedQueries } from '../../conversations/visitors/merged-queries.ts'
import { pageQueries } from '../../conversations/visitors/page-queries.ts'
import { presentPage } from '../../conversations/visitors/present.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { attemptQueries } from '../../webhooks/attempt-queries.ts'
import { presentWholeDelivery } from '../../webhooks/present.ts'
import { webhookQueries } from '../../webhooks/queries.ts'
import { mergeQueries } from '../merges/queries.ts'
import { presentContact } from '../present.ts'
import type { ContactRow } from '../queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'attachments' | 'liveCalls' | 'pendingAnswers'>

/** All stored data of a contact as files; each is read when its turn comes (docs/spec/threats.md, K1). */
export function* archiveOf(
  context: Needs,
  contact: ContactRow,
  operator: Operator,
): Generator<ZipEntry> {
  const { db, hub } = context
  const together = mergedQueries(db).idsWith(contact.id)
  const conversations = together.flatMap((id) => conversationQueries(db).namesOfVisitor(id))
  const pages = together.flatMap((id) => pageQueries(db).all(id)).map(presentPage)
  const merges = mergeQueries(db)
  const others = { other_emails: merges.emails(contact), other_phones: merges.phones(contact) }
  const parts = contact.parts === null ? [] : together.map((id) => ownOf(db, id))
  yield asJson('contact.json', { ...presentContact(contact, hub), ...others, parts, pages })
  for (const [index, { uuid }] of conversations.entries()) {
    const row = conversationQueries(db).ofUser(operator.userId, uuid)
    // May have been deleted in the meantime.
    if (!row) continue
    const messages = messageQueries(db).all(row.id)
    yield asJson(
      `conversations/${index + 1}.json`,
      conversationDetail(context, row, operator, messages),
    )
  }
  yield asJson(
    'webhooks.json',
    conversations.flatMap(({ id }) => deliveriesAbout(db, id)),
  )
  for (const { id } of conversations) yield* filesOf(context, id)
}

/** The details that a part of a merged contact has itself, whatever the contact shows. */
function ownOf(db: Needs['db'], visitorId: number) {
  const row = visitorQueries(db).find(visitorId)!
  return {
    id: row.uuid,
    name: row.name,
    email: row.email,
    phone: row.phone,
    external_id: row.external_id,
    notes: row.notes,
    page_url: row.page_url,
    page_title: row.page_title,
    user_agent: row.user_agent,
    language: row.language,
    timezone: row.timezone,
    created_at: toIso(row.created_at),
    last_seen_at: toIso(row.last_seen_at),
  }
}

const asJson = (name: string, value: unknown): ZipEntry => ({
  name,
  content: JSON.stringify(value, null, 2),
})

function deliveriesAbout(db: Needs['db'], conversationId: number) {
  const webhooks = webhookQueries(db)
  return webhooks
    .idsOfConversation(conversationId)
    .map((id) => presentWholeDelivery(webhooks.find(id)!, attemptQueries(db).of(id), inEnglish))
}

function* filesOf({ db, attachments }: Needs, conversationId: number): Generator<ZipEntry> {
  const folder = attachments.folder()
  for (const { id, key, name } of attachmentQueries(db).ofConversation(conversationId)) {
    const file = path.join(folder, key)
    // A file missing on disk must not prevent the rest.
    if (existsSync(file)) yield { name: `files/${id}-${name}`, content: createReadStream(file) }
  }
}
