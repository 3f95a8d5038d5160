import { expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '#contracts/access.ts'
import { createApiKey, deleteApiKey, listApiKeys } from '#contracts/accounts.ts'
import {
  createOperatorLink,
  deleteOperator,
  listOperators,
  updateOperator,
} from '#contracts/operators.ts'
import { listWebhookDeliveries } from '#contracts/webhooks.ts'
import { colleague, signedIn, signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const GONE = { status: 401 }

test('L1 an API key cannot create operators or links, and what it opened and created is revoked with it', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { api_key: key } = await owner.call(createApiKey, { body: { name: 'Script' } })
  const script = server.as({ authorization: `Bearer ${key.token}` })
  await expect(script(createOperatorLink, { params: { id: 1 } })).rejects.toMatchObject({
    status: 403,
    code: 'sign_in_by_link',
  })
  const browser = await signedIn(server, `#signin=${key.token}`)
  await expect(browser.call(createOperatorLink, { params: { id: 1 } })).rejects.toMatchObject({
    status: 403,
  })
  const { api_key: child } = await browser.call(createApiKey, { body: { name: 'Its own' } })
  const grandchild = server.as({ authorization: `Bearer ${child.token}` })
  expect((await grandchild(listApiKeys)).api_keys.at(-1)).toMatchObject({ issued_by: 'Script' })
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${child.token}`,
  })
  await owner.call(deleteApiKey, { params: { id: key.id } })
  await stream.ended
  for (const call of [script, browser.call, grandchild])
    await expect(call(listOperators)).rejects.toMatchObject(GONE)
  expect((await owner.call(listApiKeys)).api_keys).toHaveLength(1)
})

test('L1 a removed operator loses their sessions, their keys, and the sessions opened through their links', async () => {
  const server = await startServer()
  const ada = await colleague(server, 'Ada', 'admin')
  const ben = await colleague(server, 'Ben')
  const { data: link } = await ada.call(createOperatorLink, { params: { id: ben.operator.id } })
  const planted = await signedIn(server, link.url)
  const { api_key } = await ada.call(createApiKey, { body: { name: 'Planted' } })
  const { data: unused } = await ada.call(createOperatorLink, { params: { id: ben.operator.id } })
  const owner = await signedInOwner(server)
  await owner.call(deleteOperator, { params: { id: ada.operator.id } })
  await expect(ada.call(listOperators)).rejects.toMatchObject(GONE)
  await expect(planted.call(listOperators)).rejects.toMatchObject(GONE)
  const key = server.as({ authorization: `Bearer ${api_key.token}` })
  await expect(key(listOperators)).rejects.toMatchObject(GONE)
  await expect(signedIn(server, unused.url)).rejects.toThrow()
  expect((await ben.call(listOperators)).data).toHaveLength(2)
})

test('L1 an admin demoted to agent loses what they issued, and stays signed in', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const ada = await colleague(server, 'Ada', 'admin')
  const ben = await colleague(server, 'Ben', 'admin')
  const { api_key } = await ada.call(createApiKey, { body: { name: 'Kept for later' } })
  const { data: link } = await ada.call(createOperatorLink, { params: { id: ben.operator.id } })
  const planted = await signedIn(server, link.url)
  const { data: unused } = await ada.call(createOperatorLink, { params: { id: ben.operator.id } })
  const params = { id: ada.operator.id }
  await owner.call(updateOperator, { params, body: { role: 'agent' } })
  const key = server.as({ authorization: `Bearer ${api_key.token}` })
  await expect(key(listOperators)).rejects.toMatchObject(GONE)
  await expect(planted.call(listOperators)).rejects.toMatchObject(GONE)
  await expect(signedIn(server, unused.url)).rejects.toThrow()
  expect((await ben.call(listOperators)).data).toHaveLength(3)
  await expect(ada.call(listApiKeys)).rejects.toMatchObject({ code: 'role_not_allowed' })
})

test('L1 an admin cannot sign in as the owner, change them or sign them out', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const ada = await colleague(server, 'Ada', 'admin')
  const refused = { status: 403, code: 'owner_role' }
  const params = { id: 1 }
  await expect(ada.call(createOperatorLink, { params })).rejects.toMatchObject(refused)
  await expect(ada.call(updateOperator, { params, body: { role: 'agent' } })).rejects.toMatchObject(
    refused,
  )
  const { data } = await ada.call(listSessions)
  const theirs = data.find(({ operator }) => operator.role === 'owner')!
  await expect(ada.call(endSession, { params: { id: theirs.id } })).rejects.toMatchObject(refused)
  await ada.call(endOtherSessions)
  expect((await owner.call(listOperators)).data).toHaveLength(2)
})

test('the owner sees who is signed in, and can end one session or all others', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const [ann, ben] = [await colleague(server, 'Ann'), await colleague(server, 'Ben')]
  const { data } = await owner.call(listSessions)
  expect(data.map(({ operator, is_this_one }) => [operator.name, is_this_one])).toEqual([
    ['Ben', false],
    ['Ann', false],
    ['The team', true],
  ])
  expect(data[0]).toMatchObject({ kind: 'browser', issued_by: 'The team', by_key: false })
  const stream = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  await owner.call(endSession, { params: { id: data[0]!.id } })
  await stream.ended
  await expect(ben.call(listOperators)).rejects.toMatchObject(GONE)
  expect(await owner.call(endOtherSessions)).toMatchObject({ ended: 1 })
  await expect(ann.call(listOperators)).rejects.toMatchObject(GONE)
  expect((await owner.call(listSessions)).data).toHaveLength(1)
})

test('a role change applies from the next request, and a stream sends only what its reader may see', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const ben = await colleague(server, 'Ben')
  await expect(ben.call(listWebhookDeliveries)).rejects.toMatchObject({
    status: 403,
    code: 'role_not_allowed',
  })
  const stream = await followStream(`${server.url}/api/user/stream`, { cookie: ben.cookie })
  await owner.call(updateOperator, { params: { id: ben.operator.id }, body: { role: 'admin' } })
  await stream.ended
  expect((await ben.call(listWebhookDeliveries)).data).toEqual([])
})
