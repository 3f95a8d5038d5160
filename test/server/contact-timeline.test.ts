import { expect, test } from 'vitest'
import { mergeContacts } from '#contracts/contact-merges.ts'
import { getContactTimeline } from '#contracts/contact-timeline.ts'
import { updateContact } from '#contracts/contacts.ts'
import { createNote } from '#contracts/notes.ts'
import { anotherAccount } from '../support/accounts.ts'
import { startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

const NUMBER = '+4930901820'

/** A contact with a chat, a note in it, a telephone call and a text message by number; another contact with a chat. */
async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const other = await createVisitor(server)
  const { call, context } = server
  await visitor.say('Where is my order?')
  await other.say('Hello')
  const params = { id: visitor.id }
  await call(updateContact, { params, body: { phone: NUMBER } })
  await call(createNote, {
    params: { uuid: visitor.conversationId },
    body: { client_id: crypto.randomUUID(), content: 'Called twice' },
  })
  const assistant = context.db.prepare('SELECT id FROM assistants').pluck().get()
  const add = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row)
    context.db
      .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `:${name}`)})`)
      .run(row)
  }
  const addCall = (at: number, digits = NUMBER.slice(1)) =>
    add('calls', {
      user_id: 1,
      assistant_id: assistant,
      type: 'outbound',
      status: 'completed',
      duration: 61,
      client_phone_number: `+${digits}`,
      client_digits: digits,
      provider: 'sandbox',
      created_at: at,
      updated_at: at,
    })
  const addText = (at: number) =>
    add('sms_messages', {
      user_id: 1,
      phone_number_id: 1,
      from_number: '+14155550188',
      to_number: NUMBER,
      body: 'Your order is on its way',
      segments: 1,
      segment_price: 1,
      total_cost: 1,
      status: 'delivered',
      provider: 'sandbox',
      created_at: at,
      updated_at: at,
    })
  const read = (query: { kinds?: string; before?: string } = {}) =>
    call(getContactTimeline, { params, query })
  return { server, visitor, other, params, call, addCall, addText, read }
}

test('everything that happened with a contact is one list, newest first, and leads to its place', async () => {
  const { visitor, addCall, addText, read } = await scene()
  addCall(1000)
  addCall(2000, '4930111111')
  addText(3000)
  const { data, before } = await read()
  expect(before).toBeNull()
  expect(data.map(({ kind }) => kind).sort()).toEqual(['call', 'chat', 'note', 'text'])
  expect(data.map(({ at }) => at)).toEqual(
    data
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  const of = (wanted: string) => data.find(({ kind }) => kind === wanted)
  expect(of('chat')).toMatchObject({ conversation: { id: visitor.conversationId } })
  expect(of('note')).toMatchObject({
    text: 'Called twice',
    by: { id: expect.any(Number) },
    conversation: { id: visitor.conversationId },
  })
  expect(of('call')).toMatchObject({
    call: { duration: 61, status: 'completed' },
    conversation: null,
  })
  expect(of('text')).toMatchObject({
    text: 'Your order is on its way',
    sms: { status: 'delivered' },
  })
})

test('a merged contact has one timeline of everything', async () => {
  const { other, params, call, read } = await scene()
  await call(mergeContacts, { params, body: { contact_id: other.id } })
  const { data } = await read({ kinds: 'chat' })
  expect(data).toHaveLength(2)
  expect(data.map(({ conversation }) => conversation?.id)).toContain(other.conversationId)
})

test('pages neither repeat nor skip items, even of the same instant', async () => {
  const { addCall, addText, read } = await scene()
  for (let index = 0; index < 50; index += 1) {
    addCall(1000 + (index % 5))
    addText(1000 + (index % 5))
  }
  const keys: string[] = []
  let before: string | undefined
  do {
    const page = await read(before === undefined ? {} : { before })
    keys.push(...page.data.map(({ key }) => key))
    before = page.before ?? undefined
  } while (before !== undefined)
  expect(keys).toHaveLength(102)
  expect(new Set(keys).size).toBe(102)
})

test('kinds narrow it down, and an unknown place or contact is refused', async () => {
  const { server, params, addCall, read } = await scene()
  addCall(1000)
  const kinds = async (wanted: string) =>
    (await read({ kinds: wanted })).data.map(({ kind }) => kind)
  expect(await kinds('call,note')).toEqual(['note', 'call'])
  expect(await kinds('email')).toEqual([])
  await expect(read({ before: 'now' })).rejects.toMatchObject({ status: 422 })
  const other = await anotherAccount(server)
  await expect(other.call(getContactTimeline, { params })).rejects.toMatchObject({ status: 404 })
})
