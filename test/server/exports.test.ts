import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createUser } from '#contracts/accounts.ts'
import { importCalls } from '#contracts/call-import.ts'
import { listCalls } from '#contracts/calls.ts'
import { listContacts } from '#contracts/contacts.ts'
import { listConversations } from '#contracts/conversations.ts'
import { listLedger, topUpBalance } from '#contracts/money.ts'
import { listSms } from '#contracts/sms.ts'
import { fill } from '../../scripts/seed/fill.ts'
import { sendExport } from '../../server/http/export.ts'
import { turns } from '../support/clock.ts'
import { startServer, type TestServer } from '../support/server.ts'

const UNTIL = Date.parse('2026-03-01T00:00:00Z')

async function seeded(): Promise<TestServer> {
  const server = await startServer()
  await fill(server.context, {
    amounts: { conversations: 700, calls: 900, sms: 500 },
    seed: 7,
    until: UNTIL,
    onProgress: () => {},
  })
  for (let index = 0; index < 5; index += 1)
    await server.call(topUpBalance, { body: { amount: index + 0.25, note: `=note ${index}` } })
  return server
}

type Listed = Parameters<TestServer['call']>[0]

async function everyPage(
  { call }: TestServer,
  endpoint: Listed,
  query: object,
): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 1; ; page += 1) {
    const answer = (await call(endpoint, { query: { ...query, per_page: 100, page } })) as {
      data: unknown[]
      next_page_url: string | null
    }
    rows.push(...answer.data)
    if (answer.next_page_url === null) return rows
  }
}

/** The CSV cell for a value of the JSON. */
function cellOf(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const isFormula =
    typeof value === 'string' && /^[=+\-@\t\r\n]/.test(text) && !/^\+\d+$/.test(text)
  return isFormula ? `'${text}` : text
}

const CASES: readonly [Listed, string, readonly object[]][] = [
  [
    listConversations,
    '/api/user/conversations/export',
    [{}, { type: 'widget' }, { type: 'api', assistant_id: 1 }, { date_from: '2026-01-01' }],
  ],
  [
    listCalls,
    '/api/user/calls/export',
    [
      {},
      { status: 'completed' },
      { type: 'inbound', status: 'failed' },
      { campaign_id: 1, type: 'outbound' },
      { assistant_id: 999_999 },
      { date_from: '2025-06-01', date_to: '2025-12-31', status: 'no-answer' },
    ],
  ],
  [listSms, '/api/user/sms/export', [{}, { status: 'delivered' }, { date_to: '2025-06-01' }]],
  [
    listContacts,
    '/api/user/contacts/export',
    [{}, { sort: 'name' }, { search: 'ann' }, { search: 'x' }, { online: '1' }],
  ],
  [listLedger, '/api/user/ledger/export', [{}, { kind: 'top_up' }, { kind: 'sms' }]],
]

test.each(CASES)(
  'an export equals its list, row for row, under every filter (%#)',
  async (endpoint, path, filters) => {
    const server = await seeded()
    for (const filter of filters) {
      const rows = await everyPage(server, endpoint, filter)
      const query = new URLSearchParams(filter as Record<string, string>)
      const json = await server.fetch(`${path}?${query}&format=json`)
      expect(json.headers.get('x-total-count')).toBe(String(rows.length))
      expect(await json.json()).toEqual(rows)
      const csv = await server.fetch(`${path}?${query}`)
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
      const text = await csv.text()
      const [head, ...cells]: string[][] = parse(text)
      expect(text.endsWith('\r\n')).toBe(true)
      expect(cells).toEqual(
        (rows as Record<string, unknown>[]).map((row) => head!.map((name) => cellOf(row[name]))),
      )
    }
  },
)

test('no cell of an export is a formula, whatever the data', async () => {
  const server = await startServer()
  const texts = ['=1+1', '+1+1', '-2', '@SUM(A1)', '\t=1', '\r=1', '"=1"', 'a,b\r\n=c', '＝1+1']
  await fill(server.context, {
    amounts: { conversations: 1, calls: 0, sms: 0 },
    seed: 1,
    until: UNTIL,
    onProgress: () => {},
  })
  await server.call(importCalls, {
    body: {
      calls: texts.map((transcript) => ({
        assistant_id: 1,
        type: 'inbound' as const,
        status: 'completed' as const,
        client_phone_number: '+4930123456',
        transcript,
      })),
    },
  })
  const bytes = await (await server.fetch('/api/user/calls/export?bom=1')).arrayBuffer()
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(csv.startsWith('\uFEFFid,')).toBe(true)
  const rows: Record<string, string>[] = parse(csv, { columns: true, bom: true })
  expect(rows.map(({ transcript }) => transcript).reverse()).toEqual(
    texts.map((text) => (/^["a]/.test(text) ? text : `'${text.replace('\t=', "\t'=")}`)),
  )
  for (const row of rows) {
    expect(row['client_phone_number']).toBe('+4930123456')
    for (const cell of Object.values(row)) expect(cell).not.toMatch(/^(?!\+\d+$)[=+\-@\t\r\n]/)
  }
})

test('an export contains nothing of another account', async () => {
  const server = await seeded()
  const { api_key } = await server.call(createUser, {
    body: { name: 'Other', email: 'other@example.com' },
  })
  const headers = { authorization: `Bearer ${api_key.token}` }
  for (const [, path] of CASES) {
    const response = await server.fetch(`${path}?format=json`, { headers })
    expect([path, response.headers.get('x-total-count'), await response.json()]).toEqual([
      path,
      '0',
      [],
    ])
    expect((await fetch(server.url + path)).status).toBe(401)
  }
})

test('invalid filters of an export are rejected before the first byte', async () => {
  const { fetch } = await startServer()
  for (const query of ['format=xls', 'status=gone', 'date_from=2026-02-30', 'bom=2']) {
    const response = await fetch(`/api/user/calls/export?${query}`)
    expect([query, response.status]).toEqual([query, 422])
  }
})

test('an export stops reading when its client disconnects', async () => {
  let read = 0
  function* endless() {
    while (true) {
      read += 1
      yield [{ text: 'x'.repeat(10_000) }]
    }
  }
  const app = express()
  app.get('/', (req, res) => {
    const query = { format: 'json', bom: '0' } as const
    const item = z.object({ text: z.string() })
    void sendExport(
      { req, res, query },
      { name: 'all', item, total: 1, slices: endless(), show: (row) => row },
    )
  })
  const server = app.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal })
  await response.body!.getReader().read()
  // A stalled reader is waited for.
  const unread = await unchanging(() => read)
  stop.abort()
  expect(await unchanging(() => read)).toBe(unread)
})

/** A number, once it has been stable for a while. */
async function unchanging(now: () => number): Promise<number> {
  let before: number
  do {
    before = now()
    await turns(100)
  } while (now() !== before)
  return before
}

test('rows that appear and disappear during an export neither repeat nor hide another', async () => {
  const server = await seeded()
  const { listedCalls } = await import('../../server/features/calls/list-queries.ts')
  const list = listedCalls(server.context.db)(1, {})
  const before = await everyPage(server, listCalls, {})
  const ids: number[] = []
  for (const rows of list.slices(100)) {
    ids.push(...rows.map(({ id }) => id))
    await server.call(importCalls, {
      body: { calls: [{ assistant_id: 1, type: 'web', status: 'completed' }] },
    })
  }
  expect(ids).toEqual((before as { id: number }[]).map(({ id }) => id))
})

test('an export’s headers state the number of rows', async () => {
  const server = await seeded()
  const response = await server.fetch('/api/user/calls/export', { method: 'HEAD' })
  expect([response.status, response.headers.get('x-total-count')]).toEqual([200, '900'])
})
