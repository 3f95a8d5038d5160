import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { importCalls } from '#contracts/call-import.ts'
import { startServer } from '../support/server.ts'

/*
 * Group L of the threats: what leaves over HTTP.
 */

test('L15 a formula behind a separator of another locale is no formula in an exported CSV', async () => {
  const server = await startServer()
  const texts = ['x;=HYPERLINK(1)', 'x\t+1+1', 'x, @SUM(A1)', 'x;-2', 'x; y = 2']
  const calls = texts.map((transcript) => ({
    assistant_id: 1,
    type: 'inbound' as const,
    status: 'completed' as const,
    client_phone_number: '+4930123456',
    transcript,
  }))
  await server.call(importCalls, { body: { calls } })
  const csv = await (await server.fetch('/api/user/calls/export')).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  expect(rows.map(({ transcript }) => transcript).reverse()).toEqual([
    "x;'=HYPERLINK(1)",
    "x\t'+1+1",
    "x, '@SUM(A1)",
    "x;'-2",
    'x; y = 2',
  ])
})
