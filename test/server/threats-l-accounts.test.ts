import { expect, test } from 'vitest'
import { allowAddress, disallowAddress, getNetwork } from '#contracts/network.ts'
import { createPhoneNumber, listPhoneNumbers, updatePhoneNumber } from '#contracts/phone-numbers.ts'
import { testTool } from '#contracts/tools.ts'
import { anotherAccount } from '../support/accounts.ts'
import { signedInOwner } from '../support/operators.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing, startServer } from '../support/server.ts'

/* Group L of the threats: what a second account may not use of the owner's (L4, L7). */

const NUMBER = '+14155552671'

const tool = (endpoint: string) => ({
  name: 'look',
  description: 'Looks something up.',
  endpoint,
  method: 'GET' as const,
  timeout: 5,
  headers: [],
  schema: [],
})

test('L7 a second account’s tool reaches no private address that the owner allowed for themselves', async () => {
  const receiver = await startReceiver()
  const server = await startServer(allowing(receiver.host))
  const owner = await signedInOwner(server)
  await owner.call(allowAddress, { body: { address: 'nas.local:8080' } })
  const other = await anotherAccount(server)
  const ask = (call: typeof other.call) =>
    call(testTool, { body: { tool: tool(receiver.url), arguments: {} } })
  expect(await ask(server.call)).toMatchObject({ status: 'done', http_status: 200 })
  expect(await ask(other.call)).toMatchObject({ status: 'failed', http_status: null })
  expect(receiver.requests).toHaveLength(1)
  await owner.call(allowAddress, { body: { address: receiver.host, user_id: other.id } })
  expect(await ask(other.call)).toMatchObject({ status: 'done', http_status: 200 })
  const { allowed } = await owner.call(getNetwork)
  expect(allowed.map(({ address, user_id }) => [address, user_id])).toEqual([
    [receiver.host, 1],
    ['nas.local:8080', 1],
    [receiver.host, other.id],
  ])
  const { allowed: left } = await owner.call(disallowAddress, {
    params: { address: receiver.host },
    query: { user_id: other.id },
  })
  expect(left).toHaveLength(2)
  expect(await ask(other.call)).toMatchObject({ status: 'failed' })
})

test('L7 an address is allowed only for an existing account', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const body = { address: 'nas.local:8080', user_id: 99 }
  await expect(owner.call(allowAddress, { body })).rejects.toMatchObject({ status: 404 })
  expect((await owner.call(getNetwork)).allowed).toEqual([])
})

test('L4 a second account has no text-capable numbers except those the owner gives it', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const textable = { phone_number: NUMBER, type: 'normal' as const, sms_capable: true }
  const add = (call: typeof other.call, body: object) =>
    call(createPhoneNumber, { body: { ...textable, ...body } })
  await expect(add(other.call, {})).rejects.toMatchObject({
    status: 422,
    errors: { sms_capable: [expect.stringContaining('owner')] },
  })
  const { data: plain } = await add(other.call, { sms_capable: false })
  await expect(
    other.call(updatePhoneNumber, { params: { id: plain.id }, body: { sms_capable: true } }),
  ).rejects.toMatchObject({ status: 422 })
  await add(server.call, { phone_number: '+14155552672' })
  await expect(
    add(server.call, { phone_number: '+14155552672', account_id: other.id }),
  ).rejects.toMatchObject({
    status: 422,
  })
  await add(server.call, { phone_number: '+14155552673', account_id: other.id })
  const { data } = await other.call(listPhoneNumbers)
  const given = data.find(({ phone_number }) => phone_number === '+14155552673')!
  expect(given.sms_capable).toBe(true)
  // It keeps the number as given, and cannot extend its capabilities.
  await other.call(updatePhoneNumber, { params: { id: given.id }, body: { nickname: 'Shop' } })
  await expect(
    other.call(updatePhoneNumber, {
      params: { id: given.id },
      body: { phone_number: '+14155552672' },
    }),
  ).rejects.toMatchObject({ status: 422, errors: { phone_number: [expect.any(String)] } })
})

test('L4 only the owner adds a number to another account', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const body = { phone_number: NUMBER, type: 'normal' as const, account_id: 1 }
  await expect(other.call(createPhoneNumber, { body })).rejects.toMatchObject({ status: 403 })
  expect((await server.call(listPhoneNumbers)).data).toEqual([])
  await expect(
    server.call(createPhoneNumber, { body: { ...body, account_id: 99 } }),
  ).rejects.toMatchObject({ status: 404 })
})
