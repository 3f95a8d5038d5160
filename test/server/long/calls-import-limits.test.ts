import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { listCalls } from '#contracts/calls.ts'
import { CallStatus } from '#contracts/enums.ts'
import { events } from '#contracts/events.ts'
import { listLedger } from '#contracts/money.ts'
import { createdAssistant, type Sender } from '../../support/assistants.ts'
import { startServer } from '../../support/server.ts'

const PATH = '/user/calls/import'

const sendCsv = async (
  { fetch }: Pick<Sender, 'fetch'>,
  csv: string,
  type = 'text/csv',
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await fetch(`/api${PATH}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: csv,
  })
  return { status: response.status, body: (await response.json()) as object }
}

const invalid = (errors: Record<string, string>) => ({
  status: 422,
  body: {
    message: 'The given data was invalid.',
    errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
  },
})

test('ten thousand calls are one import and one event, free of charge; one more is too many', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const before = server.context.events.last()
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const second = String(at % 60).padStart(2, '0')
      return `${id},outbound,${CallStatus.options[at % 10]},2025-01-01 00:00:${second},1`
    })
  const csv = (count: number) =>
    ['assistant_id,type,status,created_at,total_cost', ...rows(count)].join('\n')
  expect(await sendCsv(server, csv(10_001))).toEqual(
    invalid({ calls: 'The calls must not have more than 10000 items.' }),
  )
  expect(await sendCsv(server, csv(10_000))).toMatchObject({ body: { imported: 10_000 } })
  const { total } = await server.call(listCalls)
  expect(total).toBe(10_000)
  expect((await server.call(listCalls, { query: { status: 'busy' } })).total).toBe(1000)
  const [event, ...more] = server.context.events.after(before)
  expect(more).toEqual([])
  expect(event).toMatchObject({ type: 'calls.imported', user_id: 1 })
  expect(events['calls.imported'].operator.parse(JSON.parse(event!.payload))).toEqual({
    count: 10_000,
  })
  expect((await server.call(listLedger)).total).toBe(0)
  expect((await server.call(getMe)).total_balance).toBe(0)
})
