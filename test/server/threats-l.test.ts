import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

/* Group L of the threats: what visitors may send. Each test is named by its row. */

const KB = 1024
const many = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, value]))

/** Variables that are rejected, and the field that is named. */
const REFUSED: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['a value of 100 kB', { plan: 'x'.repeat(100 * KB) }, 'variables'],
  ['a value above 2 kB in UTF-8', { plan: 'ä'.repeat(KB) }, 'variables.plan'],
  ['more than 64 kB in all', many(40, 'x'.repeat(2000)), 'variables'],
  ['more than 200 names', many(201, 'x'), 'variables'],
  ['a long name of a variable', { ['x'.repeat(256)]: 1 }, 'variables'],
  ['a long name', { name: 'x'.repeat(256) }, 'variables.name'],
  ['a long email address', { email: `${'x'.repeat(320)}@a.de` }, 'variables.email'],
  ['an email address that is none', { customer_email: 'nobody' }, 'variables.customer_email'],
  ['a long number', { phone: '1'.repeat(51) }, 'variables.phone'],
  ['a number that is none', { customer_phone: 'call me' }, 'variables.customer_phone'],
]

test.each(REFUSED)('L2 no endpoint without a key accepts %s', async (_, variables, field) => {
  const server = await startServer()
  const { uuid } = await starterAssistant(server)
  const { token } = await createVisitor(server)
  const send = (method: string, path: string, body: object, key?: string) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
    })
  const opened = await send('POST', '/widget/conversations', { client_id: randomUUID() }, token)
  const { id } = (await opened.json()) as { id: string }
  const { db } = server.context
  const state = () => [
    db.prepare('SELECT count(*) FROM conversations').pluck().get(),
    db.prepare('SELECT count(*) FROM events').pluck().get(),
  ]
  const before = state()
  const answers = [
    await send('POST', '/widget/conversations', { client_id: randomUUID(), variables }, token),
    await send('PUT', `/widget/conversations/${id}/variables`, { variables }, token),
    await send('POST', '/conversations', { assistant_id: uuid, variables }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors?: Record<string, string[]> }
    if (errors) expect(Object.keys(errors)).toEqual([field])
  }
  expect(state()).toEqual(before)
})
