import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '#contracts/calls.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createCallsModel } from '../../renderer/screens/calls/list-model.ts'
import { createDownload, rowCounter } from '../../renderer/screens/records/download.ts'
import { placeOf } from '../../renderer/screens/records/way-back.ts'
import { fakeLive, fakeServer, settle } from './support.ts'

const row = (id: number, changes: Partial<Call> = {}): Call => ({
  id,
  assistant_name: 'Guide',
  campaign_name: '',
  type: 'inbound',
  duration: 0,
  assistant_phone_number: null,
  client_phone_number: '+12025550123',
  status: 'initiated',
  transcript: '',
  variables: {},
  evaluation: {},
  webhook_response: {},
  carrier_cost: 0,
  total_cost: 0,
  answered_by: 'unknown',
  recording_url: null,
  created_at: '2026-11-21 09:00:00',
  updated_at: '2026-11-21 09:00:00',
  ...changes,
})

const pageOf = (data: readonly Call[]) => ({
  current_page: 1,
  data,
  last_page: 1,
  total: data.length,
})

function calls(start = '/app/calls') {
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(start)
  const storage = memoryStorage()
  server.on('GET /user/assistants', () => Response.json([]))
  server.on('GET /user/calls', pageOf([row(2), row(1)]))
  const model = createCallsModel({ api: server.api, live, address, storage })
  onTestFinished(() => model.stop())
  const asked = () => server.calls.filter(({ call }) => call === 'GET /user/calls')
  return { server, live, address, storage, model, asked }
}

test('the request matches the URL', async () => {
  const { asked, model } = calls(
    '/app/calls?status=completed&phone_number=%2B49%2030&date_from=2026-01-01&page=3&per_page=50',
  )
  await settle()
  expect(asked().map(({ query }) => query)).toEqual([
    {
      status: 'completed',
      phone_number: '+49 30',
      date_from: '2026-01-01',
      page: '3',
      per_page: '50',
    },
  ])
  expect(model.dates.value).toEqual({ from: '2026-01-01', to: null })
})

test('values unknown to a filter are dropped', async () => {
  const { asked } = calls('/app/calls?status=gone&type=&per_page=7')
  await settle()
  expect(asked()[0]?.query).toEqual({ page: '1', per_page: '25' })
})

test('a filter goes into the URL, resets to the first page and sends one request', async () => {
  const { model, address, asked } = calls('/app/calls?page=4')
  await settle()
  model.narrow({ status: 'failed' })
  await settle()
  expect(address.url.value).toBe('/app/calls?status=failed')
  expect(asked().at(-1)?.query).toEqual({ status: 'failed', page: '1', per_page: '25' })
  expect(asked()).toHaveLength(2)
  model.clear()
  await settle()
  expect(address.url.value).toBe('/app/calls')
})

test('a response to an older request is not shown', async () => {
  const { server, model } = calls()
  await settle()
  const slow = Promise.withResolvers<object>()
  server.on('GET /user/calls', ({ url }) =>
    url.searchParams.get('status') === 'busy' ? slow.promise : pageOf([row(9)]),
  )
  model.narrow({ status: 'busy' })
  model.narrow({ status: 'failed' })
  await settle()
  slow.resolve(pageOf([row(7)]))
  await settle()
  expect(model.page.value?.data.map(({ id }) => id)).toEqual([9])
})

test('events received while a list loads are kept, even when the response predates them', async () => {
  const { server, live, model } = calls()
  await settle()
  const slow = Promise.withResolvers<object>()
  server.on('GET /user/calls', () => slow.promise)
  const read = model.load()
  live.emit({ type: 'call.updated', id: 1, data: row(2, { status: 'completed' }) })
  live.emit({ type: 'call.deleted', id: 2, data: { id: 1 } })
  slow.resolve(pageOf([row(2), row(1)]))
  await read
  expect(model.page.value?.data.map(({ id, status }) => [id, status])).toEqual([[2, 'completed']])
  expect(model.page.value?.total).toBe(1)
})

test('new rows are counted but not inserted; visible rows follow the stream', async () => {
  const { live, model } = calls('/app/calls?type=inbound')
  await settle()
  live.emit({ type: 'call.created', id: 1, data: row(3) })
  live.emit({ type: 'call.created', id: 2, data: row(4, { type: 'outbound' }) })
  live.emit({ type: 'call.updated', id: 3, data: row(2, { status: 'ringing' }) })
  expect(model.fresh.value).toBe(1)
  expect(model.page.value?.data.map(({ id, status }) => [id, status])).toEqual([
    [2, 'ringing'],
    [1, 'initiated'],
  ])
  live.emit({ type: 'call.deleted', id: 4, data: { id: 1 } })
  expect([model.page.value?.data.length, model.page.value?.total]).toEqual([1, 1])
  model.showFresh()
  await settle()
  expect(model.fresh.value).toBe(0)
})

test('an empty list fills by itself, since nothing could jump', async () => {
  const { server, live, model } = calls()
  server.on('GET /user/calls', pageOf([]))
  await model.load()
  server.on('GET /user/calls', pageOf([row(1)]))
  live.emit({ type: 'call.created', id: 1, data: row(1) })
  await settle()
  expect([model.page.value?.total, model.fresh.value]).toEqual([1, 0])
})

test('going back from a record restores the list', async () => {
  const { model, address } = calls('/app/calls?status=failed')
  model.open(3)
  address.go('/app/calls/7')
  expect(placeOf(address, '/app/calls')).toBe('/app/calls?status=failed&page=3')
  expect(placeOf(address, '/app/sms')).toBe('/app/sms')
  model.stop()
  address.go('/app/calls')
  expect(placeOf(address, '/app/calls')).toBe('/app/calls?status=failed&page=3')
})

test('hidden columns stay hidden', async () => {
  const { model, storage, server, live, address } = calls()
  model.hidden.value = ['cost']
  const again = createCallsModel({ api: server.api, live, address, storage })
  onTestFinished(() => again.stop())
  expect(again.hidden.value).toEqual(['cost'])
})

test('exported rows are counted as they stream, including cells with line breaks', () => {
  const csv = rowCounter(true)
  const text = 'id,text\r\n1,"a\r\nb ""c"" \n"\r\n2,plain\r\n'
  for (const byte of new TextEncoder().encode(text)) csv.see(Uint8Array.of(byte))
  expect(csv.rows()).toBe(2)
  const json = rowCounter(false)
  json.see(new TextEncoder().encode('[{"a":1},\n{"a":2},\n{"a":3}]\n'))
  expect(json.rows()).toBe(3)
  const empty = rowCounter(false)
  empty.see(new TextEncoder().encode('[]\n'))
  expect(empty.rows()).toBe(0)
})

function sink() {
  const written: string[] = []
  const ends: string[] = []
  return {
    written,
    ends,
    saveTo: async () => ({
      write: (chunk: Uint8Array) => void written.push(new TextDecoder().decode(chunk)),
      close: () => void ends.push('closed'),
      abort: () => void ends.push('aborted'),
    }),
  }
}

test('an interrupted export leaves no file and says why', async () => {
  const { saveTo, ends } = sink()
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('id\r\n1\r\n'))
      setTimeout(() => controller.error(new TypeError('network')), 5)
    },
  })
  const download = createDownload({ fetch: async () => new Response(body), saveTo })
  await download.start('/x', 'calls.csv', 5)
  expect(download.transfer.value.state).toBe('failed')
  expect(ends).toEqual(['aborted'])
})

test('an export shows its progress and can be cancelled', async () => {
  const { saveTo, ends } = sink()
  const states: unknown[] = []
  const download = createDownload({
    saveTo,
    fetch: async (_, init) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('id\r\n1\r\n2\r\n'))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body, { headers: { 'X-Total-Count': '9' } })
    },
  })
  const stop = download.transfer.subscribe((value) => states.push(value))
  const running = download.start('/x', 'calls.csv', 5)
  await settle()
  expect(states.at(-1)).toEqual({ state: 'running', rows: 2, total: 9 })
  download.cancel()
  await running
  expect([download.transfer.value.state, ends]).toEqual(['idle', ['aborted']])
  stop()
})
