import { expect, test } from 'vitest'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
} from '#contracts/canned-replies.ts'
import { anotherAccount } from '../support/accounts.ts'
import { startServer } from '../support/server.ts'

const hours = { shortcut: 'hours', title: 'Opening hours', content: 'We are open from 9 to 18.' }

test('canned replies are listed by shortcut, updated and deleted', async () => {
  const { call } = await startServer()
  const { data } = await call(createCannedReply, { body: hours })
  await call(createCannedReply, { body: { ...hours, shortcut: 'Address' } })
  const { data: list } = await call(listCannedReplies)
  expect(list.map(({ shortcut }) => shortcut)).toEqual(['Address', 'hours'])
  const params = { id: data.id }
  const body = { ...hours, content: 'Closed on Mondays.' }
  expect((await call(updateCannedReply, { params, body })).data).toMatchObject(body)
  await call(deleteCannedReply, { params })
  expect((await call(listCannedReplies)).data).toHaveLength(1)
})

test('a shortcut is unique regardless of case, and is one word', async () => {
  const { call } = await startServer()
  await call(createCannedReply, { body: hours })
  for (const shortcut of ['HOURS', 'two words', '/hours', ''])
    await expect(call(createCannedReply, { body: { ...hours, shortcut } })).rejects.toMatchObject({
      status: 422,
      errors: { shortcut: [expect.any(String)] },
    })
  await call(createCannedReply, { body: { ...hours, shortcut: 'grüße_2' } })
})

test('another account can neither see nor change them, and may use the same shortcuts', async () => {
  const server = await startServer()
  const { data } = await server.call(createCannedReply, { body: hours })
  const other = await anotherAccount(server)
  expect((await other.call(listCannedReplies)).data).toEqual([])
  const params = { id: data.id }
  await expect(other.call(deleteCannedReply, { params })).rejects.toMatchObject({ status: 404 })
  await expect(other.call(updateCannedReply, { params, body: hours })).rejects.toMatchObject({
    status: 404,
  })
  await other.call(createCannedReply, { body: hours })
})
