import { expect, test } from 'vitest'
import { createUser, listUsers } from '#contracts/accounts.ts'
import { getHome } from '#contracts/home.ts'
import { getDataFacts, getLimits } from '#contracts/system.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague } from '../support/operators.ts'
import { emptyDataFolder, startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

test('limits have their units, and rates their window', async () => {
  const { call, server } = await startServer()
  const { limits, rates } = await call(getLimits)
  const { config } = server.context
  expect(limits.find(({ name }) => name === 'uploadBytes')).toEqual({
    name: 'uploadBytes',
    value: config.limits.uploadBytes,
    unit: 'bytes',
  })
  expect(limits.find(({ name }) => name === 'historyMessages')?.unit).toBe('count')
  expect(rates.map(({ name }) => name).toSorted()).toEqual(Object.keys(config.rates).toSorted())
  expect(rates.find(({ name }) => name === 'signIns')?.window_ms).toBe(60_000)
})

test('the facts count the account’s data; only the owner learns about the database', async () => {
  const folder = emptyDataFolder()
  const server = await startServer({ dataDir: folder })
  await createVisitor(server)
  const owner = await server.call(getDataFacts)
  expect(owner.counts).toMatchObject({ conversations: 1, calls: 0, sms: 0, assistants: 1 })
  expect(owner.database?.folder).toBe(folder)
  expect(owner.database?.bytes).toBeGreaterThan(4096)
  const other = await (await anotherAccount(server)).call(getDataFacts)
  expect(other.database).toBeNull()
  expect(other.counts.conversations).toBe(0)
  // An operator invited by the owner is not the owner.
  const agent = await colleague(server, 'Linus')
  expect(await agent.call(getDataFacts)).toEqual({ counts: owner.counts, database: null })
  expect((await server.call(getHome, { query: {} })).backup).not.toBeNull()
  expect((await agent.call(getHome, { query: {} })).backup).toBeNull()
})

test('an in-memory database has no folder', async () => {
  const { call } = await startServer()
  expect((await call(getDataFacts)).database?.folder).toBeNull()
})

test('accounts are listed for the owner only', async () => {
  const server = await startServer()
  await server.call(createUser, { body: { name: 'Grace', email: 'grace@example.com' } })
  const { data } = await server.call(listUsers)
  expect(data.map(({ name, is_owner }) => [name, is_owner])).toEqual([
    [expect.any(String), true],
    ['Grace', false],
  ])
  await expect((await anotherAccount(server)).call(listUsers)).rejects.toMatchObject({
    status: 403,
  })
  for (const endpoint of [listUsers, getLimits, getDataFacts])
    await expect(server.as()(endpoint)).rejects.toMatchObject({ status: 401 })
})
