import { mergeContacts, splitContacts } from '#contracts/contact-merges.ts'
import { updateContact } from '#contracts/contacts.ts'
import { idle } from './idle.ts'
import { startServer, type TestServer } from './server.ts'
import { createVisitor, type TestVisitor } from './visitor.ts'

/** Ada, who wrote from two browsers, and known under different details in each. */
export async function twoBrowsers() {
  const server = await startServer()
  const [ada, phone] = [await createVisitor(server), await createVisitor(server)]
  await ada.say('Where is my order?')
  await phone.say('It has not come yet')
  // The end of an answer changes the conversation, too.
  await idle(server.context.db)
  const { call } = server
  await call(updateContact, {
    params: { id: ada.id },
    body: { name: 'Ada Lovelace', email: 'ada@example.com', notes: 'Friendly' },
  })
  await call(updateContact, {
    params: { id: phone.id },
    body: { name: 'Ada', phone: '+4930901820', email: 'ada@example.org', notes: 'In a hurry' },
  })
  return { server, ada, phone, call }
}

/** Merges two contacts. */
export const merge = (
  { call }: Pick<TestServer, 'call'>,
  kept: Pick<TestVisitor, 'id'>,
  merged: Pick<TestVisitor, 'id'>,
  fields = {},
) => call(mergeContacts, { params: { id: kept.id }, body: { contact_id: merged.id, fields } })

/** Splits a contact off again. */
export const split = (
  { call }: Pick<TestServer, 'call'>,
  kept: Pick<TestVisitor, 'id'>,
  merge_id: number,
) => call(splitContacts, { params: { id: kept.id, merge_id } })

/** Everything that a merge may change, as stored. */
export function storedContacts({ db }: TestServer['context']) {
  const all = (sql: string) => db.prepare(sql).all()
  return {
    visitors: all('SELECT * FROM visitors ORDER BY id'),
    conversations: all('SELECT * FROM conversations ORDER BY id'),
    pages: all('SELECT * FROM visitor_pages ORDER BY id'),
    tokens: all('SELECT * FROM visitor_tokens ORDER BY hash'),
    notes: all('SELECT * FROM notes ORDER BY id'),
    counts: all('SELECT * FROM contact_counts'),
    found: all('SELECT id, kind, ref_id FROM search_documents ORDER BY kind, ref_id').length,
    merges: all('SELECT * FROM contact_merges'),
  }
}
