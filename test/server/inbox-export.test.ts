import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ExportedConversation } from '#contracts/inbox.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { createLabel } from '#contracts/labels.ts'
import { anotherAccount } from '../support/accounts.ts'
import { madeConversation, neverIdle } from '../support/inbox.ts'
import { startServer } from '../support/server.ts'

async function desk() {
  const server = await startServer()
  neverIdle(server)
  const made = [1, 2, 3].map((at) =>
    madeConversation(server, {
      at,
      name: `Visitor ${at}`,
      email: at === 2 ? 'two@example.com' : undefined!,
      messages: [
        ['visitor', `=question "${at}",`],
        ['assistant', 'An answer\nin two lines'],
      ],
    }),
  )
  const file = async (query: Record<string, string>) => {
    const answer = await server.fetch(`/api/user/inbox/export?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as ExportedConversation[]
  }
  return { server, file, uuids: made.map(({ uuid }) => uuid) }
}

test('an export contains what the filters match, latest activity first, with each conversation’s state', async () => {
  const { server, file, uuids } = await desk()
  const { data: label } = await server.call(createLabel, {
    body: { name: 'Refund', colour: 'red' },
  })
  const ids = [uuids[1]!]
  await server.call(changeInBulk, { body: { action: 'label', ids, value: { label_id: label.id } } })
  const all = await file({ format: 'json' })
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(uuids))
  const [one, ...others] = await file({ format: 'json', has_email: '1' })
  expect(others).toEqual([])
  expect(one).toMatchObject({
    id: uuids[1],
    visitor_name: 'Visitor 2',
    visitor_email: 'two@example.com',
    state: 'open',
    labels: 'Refund',
    message_count: 2,
    transcript: null,
  })
  expect((await file({ format: 'json', q: 'question 3' })).map(({ id }) => id)).toEqual([uuids[2]])
})

test('with transcripts the file contains every message, and no cell is a formula', async () => {
  const { server } = await desk()
  const answer = await server.fetch('/api/user/inbox/export?transcript=1&bom=1')
  expect(answer.headers.get('x-total-count')).toBe('3')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = parse(bytes.slice(3), { columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(3)
  for (const { transcript } of rows) {
    expect(transcript).toMatch(/question "\d",/)
    expect(transcript).toContain('An answer\nin two lines')
    expect(transcript).not.toMatch(/^[=+@-]/)
  }
})

test('selected conversations are exported if they match and belong to the account', async () => {
  const { server, file, uuids } = await desk()
  const named = uuids.slice(0, 2).join(',')
  const idsOf = async (query: Record<string, string>) =>
    (await file({ format: 'json', ...query })).map(({ id }) => id).sort()
  expect(await idsOf({ ids: named })).toEqual(uuids.slice(0, 2).sort())
  expect(await idsOf({ ids: named, has_email: '1' })).toEqual([uuids[1]])
  expect(await idsOf({ ids: named, q: 'question 1' })).toEqual([uuids[0]])
  const stranger = await anotherAccount(server)
  const foreign = await stranger.fetch(`/api/user/inbox/export?format=json&ids=${named}`)
  expect(await foreign.json()).toEqual([])
  const bad = await server.fetch('/api/user/inbox/export?ids=1,2')
  expect([bad.status, Object.keys((await bad.json()).errors)]).toEqual([422, ['ids']])
  const many = Array.from({ length: 201 }, () => uuids[0]).join(',')
  expect((await server.fetch(`/api/user/inbox/export?ids=${many}`)).status).toBe(422)
})
