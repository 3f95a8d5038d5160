import { expect, test } from 'vitest'
import { createOperator, deleteOperator } from '#contracts/operators.ts'
import { listUsage } from '#contracts/usage.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague, signedInOwner } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

/** Uploads a file of this many bytes into a conversation. */
async function attach(send: TestServer['fetch'], uuid: string, bytes: number): Promise<void> {
  const body = new FormData()
  body.append('file', new File(['x'.repeat(bytes)], 'note.txt'))
  const { status } = await send(`/api/user/conversations/${uuid}/attachments`, {
    method: 'POST',
    body,
  })
  expect(status).toBe(201)
}

test('removed operators and deleted data no longer count', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { data } = await owner.call(createOperator, { body: { name: 'Grace' } })
  await owner.call(deleteOperator, { params: { id: data.id } })
  const visitor = await createVisitor(server)
  await attach(server.fetch, visitor.conversationId, 100)
  expect((await server.call(listUsage)).data[0]).toMatchObject({
    people: 1,
    contacts: 1,
    stored_bytes: { attachments: 100 },
  })
  await server.fetch('/api/widget/visitor', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${visitor.token}` },
  })
  expect((await server.call(listUsage)).data[0]).toMatchObject({
    conversations: 0,
    contacts: 0,
    stored_bytes: { attachments: 0 },
  })
})

test('only the owner can see the accounts’ usage', async () => {
  const server = await startServer()
  await expect(server.as()(listUsage)).rejects.toMatchObject({ status: 401 })
  const others = [
    await anotherAccount(server),
    await colleague(server, 'Grace', 'admin'),
    await colleague(server, 'Linus'),
  ]
  for (const { call } of others)
    await expect(call(listUsage)).rejects.toMatchObject({ status: 403 })
})

test('the query scans no list of conversations, calls, messages or entries', async () => {
  const server = await startServer()
  const { db } = server.context
  const plans: string[] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    const explain = prepare(`EXPLAIN QUERY PLAN ${sql}`)
    const rows = (sql.includes(':month') ? explain.all({ month: 0 }) : []) as { detail: string }[]
    plans.push(...rows.map(({ detail }) => detail))
    return prepare(sql)
  }) as typeof db.prepare
  await server.call(listUsage)
  expect(plans.length).toBeGreaterThan(15)
  // Finding the latest of all rows is a SEARCH, too; a filtered one names a column.
  const isWhole = (plan: string) =>
    /^SCAN (?!users|CONSTANT)/.test(plan) || /^SEARCH (?!.*=\?)/.test(plan)
  expect(plans.filter(isWhole)).toEqual([])
})
