import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { deleteCall, endCall, getCall, listCalls } from '#contracts/calls.ts'
import { events as contracts } from '#contracts/events.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { send } from '../../support/assistants.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  lifeOf,
  NUMBERS,
  playOut,
} from '../../support/calls.ts'

const balance = async ({ call }: CallDesk) => (await call(getMe)).total_balance

test('reading, ending and deleting calls requires authentication', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk))
  for (const endpoint of [getCall, endCall, deleteCall]) {
    await expect(desk.as()(endpoint, { params: { id } })).rejects.toMatchObject({ status: 401 })
  }
})

test('a foreign call and a missing one give the same bytes, and the foreign one stays', async () => {
  const desk = await callDesk()
  const other = await anotherAccount(desk)
  const id = await dial(desk, await activeAssistant(desk))
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/end'],
    ['DELETE', ''],
  ]) {
    for (const unknown of [id, 999_999]) {
      const answer = await send(other, method!, `/user/calls/${unknown}${suffix}`)
      expect(answer).toMatchObject({ status: 404, text: '{"message":"Call not found"}' })
    }
  }
  expect(await desk.call(getCall, { params: { id } })).toMatchObject({ status: 'initiated' })
})

test('a call is returned unwrapped, as in the list', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk))
  const call = await playOut(desk, id)
  expect((await desk.call(listCalls)).data).toEqual([call])
})

test('an invalid id is 422', async () => {
  const desk = await callDesk()
  for (const id of ['0', '-1', '1e0', 'x', '9007199254740993']) {
    expect(await send(desk, 'GET', `/user/calls/${id}`)).toMatchObject({
      status: 422,
      body: { errors: { id: ['The id must be an integer.'] } },
    })
  }
})

test('a deleted call is gone, and its ledger entries stay', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk))
  await playOut(desk, id)
  const answer = await send(desk, 'DELETE', `/user/calls/${id}`)
  expect(answer).toMatchObject({ status: 200, text: '{"message":"Call deleted successfully"}' })
  expect((await send(desk, 'DELETE', `/user/calls/${id}`)).status).toBe(404)
  expect((await desk.call(listCalls)).total).toBe(0)
  const { db } = desk.context
  expect(db.prepare('SELECT count(*) FROM call_turns').pluck().get()).toBe(0)
  expect(await balance(desk)).toBe(99.986)
})

test.each([
  ['before it rings', 500, 1],
  ['while it rings', 3000, 1],
  ['in its first minute', 30_000, 0.986],
])('a call deleted %s is hung up, charged and forgotten', async (_, after, left) => {
  const desk = await callDesk({}, 1)
  const id = await dial(desk, await activeAssistant(desk), NUMBERS.talkative)
  await desk.clock.advance(after)
  await desk.call(deleteCall, { params: { id } })
  expect(await balance(desk)).toBe(left)
  const before = desk.context.events.last()
  await desk.clock.advance(1_500_000)
  expect(desk.context.events.last()).toBe(before)
  expect(await balance(desk)).toBe(left)
})

test('an operator can hang a call up once', async () => {
  const desk = await callDesk({}, 1)
  const id = await dial(desk, await activeAssistant(desk), NUMBERS.talkative)
  await desk.clock.advance(5000 + 70_000)
  const answer = await desk.call(endCall, { params: { id } })
  expect(answer).toMatchObject({
    message: 'Call ended successfully',
    data: { id, status: 'ended', duration: 70, total_cost: 0.028 },
  })
  expect(await send(desk, 'POST', `/user/calls/${id}/end`)).toMatchObject({
    status: 409,
    text: '{"message":"The call is over already"}',
  })
  expect(await playOut(desk, id)).toMatchObject({ status: 'completed', duration: 70 })
  expect(lifeOf(desk, id).slice(-3)).toEqual(['in-progress', 'ended', 'completed'])
  expect(await balance(desk)).toBe(0.972)
})

test('a call hung up while ringing has failed and costs nothing', async () => {
  const desk = await callDesk({}, 1)
  const id = await dial(desk, await activeAssistant(desk))
  await desk.clock.advance(2000)
  expect((await desk.call(endCall, { params: { id } })).data.status).toBe('failed')
  expect(await playOut(desk, id)).toMatchObject({ status: 'failed', transcript: '' })
  expect(await balance(desk)).toBe(1)
})

test('everything that happens to a call is an event visible to its account only', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk))
  await playOut(desk, id)
  const told = () => desk.context.events.after(0).filter(({ type }) => type.startsWith('call'))
  const before = told()
  await desk.call(deleteCall, { params: { id } })
  // Earlier events of a call are deleted with it.
  const after = told()
  expect(after).toMatchObject([{ type: 'call.deleted', payload: `{"id":${id}}` }])
  const events = [...before, ...after]
  expect(new Set(events.map(({ user_id, visitor_id }) => `${user_id} ${visitor_id}`))).toEqual(
    new Set(['1 null']),
  )
  expect(events[0]!.type).toBe('call.created')
  for (const { type, payload } of events) {
    expect(contracts[type].operator.parse(JSON.parse(payload))).toMatchObject({ id })
  }
  // Each turn is shown as it is spoken.
  expect(events.length).toBeGreaterThan(10)
})
