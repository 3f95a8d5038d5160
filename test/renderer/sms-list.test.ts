import { expect, onTestFinished, test } from 'vitest'
import type { Sms } from '#contracts/sms.ts'
import { memoryAddress } from '../../renderer/app/address.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { createSmsListModel } from '../../renderer/screens/sms/list-model.ts'
import { createMessageModel } from '../../renderer/screens/sms/message-model.ts'
import { fakeLive, fakeServer, settle } from './support.ts'

const sms = (id: number, changes: Partial<Sms> = {}): Sms =>
  ({ id, to: '+12025550123', status: 'queued', body: 'Hello', ...changes }) as Sms

async function list(start = '/app/sms', isAgent = false) {
  const server = fakeServer()
  const live = fakeLive()
  const address = memoryAddress(start)
  server.on('GET /user/sms', { current_page: 1, data: [sms(2), sms(1)], last_page: 1, total: 2 })
  server.on('GET /user/phone-numbers/all', { data: [{ id: 4, phone_number: '+4930123456' }] })
  server.on('GET /user/phone-numbers', [{ id: 5, phone_number: '+4930123457' }])
  const session = { may: () => !isAgent }
  const storage = memoryStorage()
  const model = createSmsListModel({ api: server.api, live, address, storage, session })
  onTestFinished(() => model.stop())
  await settle()
  return { server, live, address, model }
}

test('a sent message is counted in the lists it belongs to, and its status follows', async () => {
  const { live, model } = await list('/app/sms?to=%2B1%20202%20555%200123')
  live.emit({ type: 'sms.created', id: 1, data: sms(3) })
  live.emit({ type: 'sms.created', id: 2, data: sms(4, { to: '+4930123456' }) })
  live.emit({ type: 'sms.updated', id: 3, data: sms(2, { status: 'delivered' }) })
  expect(model.fresh.value).toBe(1)
  expect(model.page.value?.data.map(({ id, status }) => [id, status])).toEqual([
    [2, 'delivered'],
    [1, 'queued'],
  ])
  expect(model.numbers.value.get(4)?.phone_number).toBe('+4930123456')
})

test('operators who may not see all numbers see the names of those that can send', async () => {
  const { server, model } = await list('/app/sms', true)
  expect(model.numbers.value.get(5)?.phone_number).toBe('+4930123457')
  expect(server.calls.filter(({ call }) => call.endsWith('/all'))).toEqual([])
})

test('the open message is in the URL, beside the filters', async () => {
  const { address, model } = await list('/app/sms?status=failed')
  model.opened.value = '7'
  expect(address.url.value).toBe('/app/sms?status=failed&message=7')
  model.opened.value = ''
  expect(address.url.value).toBe('/app/sms?status=failed')
})

test('a single message is always current', async () => {
  const server = fakeServer()
  const live = fakeLive()
  const model = createMessageModel({ api: server.api, live }, 7)
  await settle()
  expect(model.error.value).toBeTruthy()
  server.on('GET /user/sms/7', sms(7, { status: 'sent' }))
  live.resume()
  await settle()
  expect([model.error.value, model.message.value?.status]).toEqual([undefined, 'sent'])
  server.on('GET /user/sms/7', sms(7, { status: 'delivered' }))
  live.emit({ type: 'sms.updated', id: 1, data: sms(8) })
  await settle()
  expect(model.message.value?.status).toBe('sent')
  live.emit({ type: 'sms.updated', id: 2, data: sms(7) })
  await settle()
  expect(model.message.value?.status).toBe('delivered')
  model.stop()
  expect(live.count()).toBe(0)
})
