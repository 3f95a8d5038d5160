import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { getDrafts, listDrafts, saveDraft } from '#contracts/drafts.ts'
import { createNote } from '#contracts/notes.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

async function scene() {
  const server = await startServer()
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const save = (content: string, kind: 'reply' | 'note' = 'reply') =>
    server.call(saveDraft, { params: { ...params, kind }, body: { content } })
  return { server, visitor, params, save, call: server.call }
}

test('a draft is available wherever its operator looks, and to nobody else', async () => {
  const { server, params, save, call } = await scene()
  await save('I will look into it')
  await save('Careful', 'note')
  const { data, drafters } = await call(getDrafts, { params })
  expect(data.map(({ kind, content }) => [kind, content])).toEqual([
    ['reply', 'I will look into it'],
    ['note', 'Careful'],
  ])
  expect(drafters).toEqual([])
  const ben = await colleague(server, 'Ben')
  const theirs = await ben.call(getConversation, { params })
  expect(theirs.drafts).toEqual([])
  expect(theirs.drafters).toHaveLength(1)
  expect(JSON.stringify(theirs)).not.toContain('look into it')
})

test('a draft belongs to its conversation', async () => {
  const { server, save, call } = await scene()
  await save('For the first one only')
  const second = await createVisitor(server)
  const params = { uuid: second.conversationId }
  expect((await call(getConversation, { params })).drafts).toEqual([])
})

test('sending deletes the draft of that kind in the same commit', async () => {
  const { params, save, call } = await scene()
  await save('Hello')
  await save('Rude', 'note')
  await call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Hello' },
  })
  expect((await call(getDrafts, { params })).data.map(({ kind }) => kind)).toEqual(['note'])
  await call(createNote, { params, body: { client_id: randomUUID(), content: 'Rude' } })
  expect((await call(getDrafts, { params })).data).toEqual([])
})

test('blank text deletes a draft', async () => {
  const { params, save, call } = await scene()
  await save('Hello')
  expect((await save('  ')).data).toBeNull()
  expect((await call(getDrafts, { params })).data).toEqual([])
})

test('the visitor learns nothing of drafts, and the desk learns that one exists but not its text', async () => {
  const { server, visitor, params, save } = await scene()
  const headers = { authorization: `Bearer ${visitor.token}` }
  const theirs = await followStream(`${server.url}/api/widget/stream?after=0`, headers)
  const ben = await colleague(server, 'Ben')
  const desk = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  await save('The secret plan')
  const { data } = await desk.next(({ type }) => type === 'drafting')
  expect(data).toMatchObject({ conversation_id: params.uuid, active: true })
  await visitor.say('Still there?')
  await theirs.next(({ type }) => type === 'message.created')
  const heard = [theirs.events, desk.events, await visitor.call(getVisitorConversation, { params })]
  expect(JSON.stringify(heard)).not.toContain('secret plan')
})

test('the desk learns that a draft is gone once it has been sent', async () => {
  const { server, params, save, call } = await scene()
  const ben = await colleague(server, 'Ben')
  const desk = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  await save('Hello')
  await desk.next(({ type }) => type === 'drafting')
  await call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: 'Hello' },
  })
  const { data } = await desk.next(
    ({ type, data }) => type === 'drafting' && !(data as { active: boolean }).active,
  )
  expect(data).toMatchObject({ conversation_id: params.uuid, kind: 'reply', active: false })
})

test('another account cannot store a draft in a foreign conversation', async () => {
  const { server, params } = await scene()
  const other = await anotherAccount(server)
  await expect(
    other.call(saveDraft, { params: { ...params, kind: 'reply' }, body: { content: 'x' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('all drafts are listed without their text: one’s own, and the replies of others', async () => {
  const { server, params, save, call } = await scene()
  const ben = await colleague(server, 'Ben')
  const second = await createVisitor(server)
  const there = { uuid: second.conversationId }
  await save('The secret plan')
  await save('Careful', 'note')
  const body = { content: 'Psst' }
  await ben.call(saveDraft, { params: { ...there, kind: 'reply' }, body })
  const listed = async (as: typeof call) =>
    (await as(listDrafts)).data.map(({ conversation_id, kind, by }) => [
      conversation_id === params.uuid ? 'first' : 'second',
      kind,
      by.name === 'Ben' ? 'Ben' : 'me',
    ])
  expect((await listed(call)).sort()).toEqual([
    ['first', 'note', 'me'],
    ['first', 'reply', 'me'],
    ['second', 'reply', 'Ben'],
  ])
  expect(await listed(ben.call)).toEqual([
    ['second', 'reply', 'Ben'],
    ['first', 'reply', 'me'],
  ])
  expect(JSON.stringify(await ben.call(listDrafts))).not.toContain('secret plan')
  await ben.call(saveDraft, { params: { ...there, kind: 'reply' }, body: { content: '' } })
  expect(await listed(ben.call)).toEqual([['first', 'reply', 'me']])
  const other = await anotherAccount(server)
  expect((await other.call(listDrafts)).data).toEqual([])
  await expect(server.as()(listDrafts)).rejects.toMatchObject({ status: 401 })
})
