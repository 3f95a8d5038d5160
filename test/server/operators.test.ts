import { expect, test } from 'vitest'
import { updateMe } from '#contracts/accounts.ts'
import { replyToConversation } from '#contracts/conversations.ts'
import {
  createOperator,
  createOperatorLink,
  deleteOperator,
  listOperators,
  updateOperator,
  updateProfile,
} from '#contracts/operators.ts'
import { startConversation } from '#contracts/public-chat.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant } from '../support/assistants.ts'
import { colleague, signedIn, signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

test('an account starts with one operator, who has its name and for whom its keys act', async () => {
  const { call } = await startServer()
  const { data } = await call(listOperators)
  expect(data).toEqual([expect.objectContaining({ name: 'The team', is_first: true, is_me: true })])
  await call(updateMe, { body: { name: 'The bakery' } })
  expect((await call(listOperators)).data[0]!.name).toBe('The bakery')
})

test('an account passes on to its first owner what has changed of it, but for a name of their own', async () => {
  const { call } = await startServer()
  const me = async () => (await call(listOperators)).data[0]
  await call(updateProfile, { body: { name: 'Olga', email: 'olga@example.com' } })
  await call(updateMe, { body: { name: 'The bakery' } })
  expect(await me()).toMatchObject({ name: 'Olga', email: 'olga@example.com' })
  await call(updateMe, { body: { email: 'shop@example.com' } })
  expect(await me()).toMatchObject({ name: 'Olga', email: 'shop@example.com' })
})

test('an added operator signs in once with the link and writes under their own name', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { data: anna, sign_in } = await owner.call(createOperator, { body: { name: 'Anna' } })
  expect(anna).toMatchObject({ name: 'Anna', email: null, is_first: false, is_me: false })
  const { call } = await signedIn(server, sign_in.url)
  expect((await call(listOperators)).data.find(({ is_me }) => is_me)).toMatchObject({ id: anna.id })

  const assistantId = await createdAssistant(server)
  const [uuid] = server.context.db
    .prepare('SELECT uuid FROM assistants WHERE id = ?')
    .pluck()
    .all(assistantId) as string[]
  const { conversation_id } = await server.call(startConversation, {
    body: { assistant_id: uuid!, type: 'test' },
  })
  const { data } = await call(replyToConversation, {
    params: { uuid: conversation_id },
    body: { client_id: crypto.randomUUID(), content: 'Hello' },
  })
  expect(data.author_name).toBe('Anna')
  await expect(signedIn(server, sign_in.url)).rejects.toThrow()
})

test('an invitation is valid for seven days, and later links for an hour', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { data: anna, sign_in } = await owner.call(createOperator, { body: { name: 'Anna' } })
  const daysOf = ({ expires_at }: { readonly expires_at: string }) =>
    (Date.parse(expires_at) - Date.now()) / 86_400_000
  expect(daysOf(sign_in)).toBeCloseTo(7, 1)
  const params = { id: anna.id }
  const again = await owner.call(createOperatorLink, { params })
  expect(daysOf(again.data)).toBeCloseTo(7, 1)
  const { call } = await signedIn(server, sign_in.url)
  const later = await owner.call(createOperatorLink, { params })
  expect(daysOf(later.data)).toBeCloseTo(1 / 24, 2)
  // Invited colleagues cannot create a long-lived link for themselves.
  await expect(call(createOperatorLink, { params })).rejects.toMatchObject({ status: 403 })
})

test('an operator is renamed, and gets another link', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { data: anna } = await owner.call(createOperator, {
    body: { name: 'Anna', email: 'anna@example.com' },
  })
  const params = { id: anna.id }
  const { data } = await owner.call(updateOperator, { params, body: { name: 'Anna B.' } })
  expect(data).toMatchObject({ name: 'Anna B.', email: 'anna@example.com' })
  const { data: link } = await owner.call(createOperatorLink, { params })
  const { call } = await signedIn(server, link.url)
  expect((await call(listOperators)).data.find(({ is_me }) => is_me)?.name).toBe('Anna B.')
})

test('a removed operator is signed out at once, streams included; the first operator stays', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { data: anna, sign_in } = await owner.call(createOperator, { body: { name: 'Anna' } })
  const { call, cookie } = await signedIn(server, sign_in.url)
  const stream = await followStream(`${server.url}/api/user/stream`, { cookie })
  await owner.call(deleteOperator, { params: { id: anna.id } })
  await stream.ended
  await expect(call(listOperators)).rejects.toMatchObject({ status: 401 })
  const { data } = await server.call(listOperators)
  expect(data).toHaveLength(1)
  await expect(owner.call(deleteOperator, { params: { id: data[0]!.id } })).rejects.toMatchObject({
    status: 403,
  })
})

test('everyone in the desk learns who is added, renamed and removed', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const anna = await colleague(server, 'Anna')
  const stream = await followStream(`${server.url}/api/user/stream?after=0`, {
    cookie: anna.cookie,
  })
  const { data: ben } = await owner.call(createOperator, { body: { name: 'Ben' } })
  const params = { id: ben.id }
  await owner.call(updateOperator, { params, body: { name: 'Benjamin' } })
  await owner.call(deleteOperator, { params })
  for (const [type, name] of [
    ['operator.created', 'Ben'],
    ['operator.updated', 'Benjamin'],
    ['operator.deleted', 'Benjamin'],
  ]) {
    await stream.next((event) => event.type === type && event.data.name === name)
  }
})

test('the operators of another account are not found', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const other = await anotherAccount(server)
  const [first] = (await other.call(listOperators)).data
  const params = { id: first!.id }
  const attempts = [
    () => owner.call(updateOperator, { params, body: { name: 'Mine' } }),
    () => owner.call(createOperatorLink, { params }),
    () => owner.call(deleteOperator, { params }),
  ]
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({ status: 404, message: 'Operator not found' })
  }
  expect((await other.call(listOperators)).data).toEqual([first])
})
