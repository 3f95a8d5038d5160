import { expect, test } from 'vitest'
import { simulateCall } from '#contracts/calls.ts'
import { addToDoNotCall, listDoNotCall, removeFromDoNotCall } from '#contracts/do-not-call.ts'
import { getLead } from '#contracts/leads.ts'
import { listLedger } from '#contracts/money.ts'
import { anotherAccount } from '../support/accounts.ts'
import { send } from '../support/assistants.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../support/calls.ts'
import { addLead, campaignOf } from '../support/leads.ts'

const PATH = '/user/do-not-call'

test('a number is added once, found by any part of it, and removed', async () => {
  const desk = await callDesk()
  const body = { phone_number: '+1 (202) 555-0100', reason: 'Asked for it' }
  const first = await send(desk, 'POST', PATH, body)
  expect([first.status, JSON.parse(first.text)]).toEqual([
    201,
    {
      message: 'Number added successfully',
      data: {
        id: 1,
        phone_number: NUMBERS.ordinary,
        reason: 'Asked for it',
        created_at: '2026-01-01 12:00:00',
      },
    },
  ])
  const again = await send(desk, 'POST', PATH, { ...body, reason: 'Another' })
  expect([again.status, again.text]).toEqual([200, first.text])
  const found = (phone_number: string) =>
    desk.call(listDoNotCall, { query: { phone_number } }).then(({ total }) => total)
  expect([await found('555-0100'), await found('777')]).toEqual([1, 0])
  const { status, text } = await send(desk, 'DELETE', `${PATH}/1`)
  expect([status, text]).toEqual([200, '{"message":"Number removed successfully"}'])
  expect((await send(desk, 'DELETE', `${PATH}/1`)).text).toBe('{"message":"Number not found"}')
  const bad = await send(desk, 'POST', PATH, { phone_number: '030 123' })
  expect([bad.status, JSON.parse(bad.text).errors]).toEqual([
    422,
    { phone_number: ['The phone number must be a valid phone number.'] },
  ])
})

test('each account has its own list', async () => {
  const desk = await callDesk()
  const { data } = await desk.call(addToDoNotCall, { body: { phone_number: NUMBERS.ordinary } })
  const other = await anotherAccount(desk)
  expect((await other.call(listDoNotCall, { query: {} })).total).toBe(0)
  await expect(other.call(removeFromDoNotCall, { params: { id: data.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a number on the list is not called', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk)
  await desk.call(addToDoNotCall, { body: { phone_number: NUMBERS.ordinary } })
  const body = { assistant_id, phone_number: NUMBERS.ordinary }
  const { status, text } = await send(desk, 'POST', '/user/make_call', body)
  expect([status, text]).toEqual([422, '{"message":"The number is on the do-not-call list."}'])
  await dial(desk, assistant_id, NUMBERS.german)
})

test('a call from a number on the list fails and costs nothing', async () => {
  const desk = await callDesk()
  const assistant_id = await activeAssistant(desk, { type: 'inbound' })
  await desk.call(addToDoNotCall, { body: { phone_number: NUMBERS.ordinary } })
  const { data: before } = await desk.call(listLedger, { query: {} })
  const { call_id: id } = await desk.call(simulateCall, {
    body: { assistant_id, type: 'inbound', phone_number: NUMBERS.ordinary },
  })
  const { status, duration, total_cost, transcript } = await playOut(desk, id)
  expect({ status, duration, total_cost, transcript }).toEqual({
    status: 'failed',
    duration: 0,
    total_cost: 0,
    transcript: '',
  })
  expect((await desk.call(listLedger, { query: {} })).data).toEqual(before)
})

test('adding a number blacklists open leads and contacts with it, and removing it does not undo that', async () => {
  const desk = await callDesk()
  const campaign = await campaignOf(desk)
  const called = await addLead(desk, campaign, NUMBERS.ordinary)
  const reachable = await addLead(desk, campaign, NUMBERS.german, {
    secondary_contacts: [{ phone_number: NUMBERS.ordinary }],
  })
  const { data } = await desk.call(addToDoNotCall, { body: { phone_number: NUMBERS.ordinary } })
  await desk.call(removeFromDoNotCall, { params: { id: data.id } })
  const lead = (id: number) => desk.call(getLead, { params: { id } })
  expect((await lead(called.id)).status).toBe('blacklisted')
  expect(await lead(reachable.id)).toMatchObject({
    status: 'created',
    secondary_contacts: [{ status: 'blacklisted' }],
  })
})
