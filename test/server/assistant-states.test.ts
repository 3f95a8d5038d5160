import { expect, test } from 'vitest'
import { undeleteAssistant } from '#contracts/assistant-versions.ts'
import {
  activateAssistant,
  deactivateAssistant,
  deleteAssistant,
  getAssistant,
} from '#contracts/assistants.ts'
import { topUpBalance } from '#contracts/money.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantRow, createdAssistant, send } from '../support/assistants.ts'
import { NUMBERS } from '../support/calls.ts'
import { startServer, type TestServer } from '../support/server.ts'

/* The three states of an assistant, of which the wire shows two (docs/spec/decisions.md, section 4). */

/** A server on the common clock, on which answers take their course. */
async function serverWithMoney(): Promise<TestServer> {
  const server = await startServer()
  await server.call(topUpBalance, { body: { amount: 100 } })
  return server
}

type State = 'new' | 'active' | 'switched off'

async function assistantIn(desk: TestServer, state: State) {
  const id = await createdAssistant(desk, { type: 'outbound' })
  const params = { id }
  if (state === 'active') await desk.call(activateAssistant, { params })
  if (state === 'switched off') await desk.call(deactivateAssistant, { params })
  return { id, uuid: assistantRow(desk, id).uuid }
}

/** Somebody without a key. */
const anybody = ({ url }: TestServer) => ({
  fetch: (path: string, init: RequestInit = {}) => fetch(url + path, init),
})

test.each<[State, status: string, Readonly<Record<string, number>>]>([
  ['new', 'inactive', { visitor: 404, owner: 200, trial: 200, reply: 200, call: 200, called: 422 }],
  [
    'active',
    'active',
    { visitor: 200, owner: 200, trial: 200, reply: 200, call: 200, called: 200 },
  ],
  [
    'switched off',
    'inactive',
    { visitor: 404, owner: 404, trial: 200, reply: 200, call: 422, called: 422 },
  ],
])(
  'an assistant that is %s is %s on the wire, and does what it may',
  async (state, status, may) => {
    const desk = await serverWithMoney()
    const { id, uuid } = await assistantIn(desk, state)
    expect((await desk.call(getAssistant, { params: { id } })).status).toBe(status)
    const statusOf = async (who: Parameters<typeof send>[0], path: string, body: object) =>
      (await send(who, 'POST', path, body)).status
    const reply = { assistant_id: id, customer_identifier: 'ada', message: 'hello' }
    const call = { assistant_id: id, phone_number: NUMBERS.ordinary }
    expect({
      visitor: await statusOf(anybody(desk), '/conversations', { assistant_id: uuid }),
      owner: await statusOf(desk, '/conversations', { assistant_id: uuid }),
      trial: await statusOf(desk, '/conversations', { assistant_id: uuid, type: 'test' }),
      reply: await statusOf(desk, '/user/ai/generate-reply', reply),
      call: await statusOf(desk, '/user/make_call', call),
      called: await statusOf(desk, '/user/calls/simulate', { assistant_id: id, type: 'web' }),
    }).toEqual(may)
  },
)

test('a conversation with a new assistant is its owner’s alone, and ends where it is switched off', async () => {
  const desk = await serverWithMoney()
  const { id, uuid } = await assistantIn(desk, 'new')
  const stranger = await anotherAccount(desk)
  const { body } = await send(desk, 'POST', '/conversations', { assistant_id: uuid })
  const say = (who: Parameters<typeof send>[0]) =>
    send(who, 'POST', `/conversations/${body.conversation_id}/messages`, { message: 'hello' })
  const gone = { status: 404, body: { status: false, error: 'Conversation not found' } }
  expect(await say(desk)).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  expect(await say(anybody(desk))).toMatchObject(gone)
  expect(await say(stranger)).toMatchObject(gone)
  await desk.call(activateAssistant, { params: { id } })
  expect((await say(anybody(desk))).status).toBe(200)
  await desk.call(deactivateAssistant, { params: { id } })
  expect(await say(desk)).toMatchObject(gone)
})

test('a new assistant is switched off once, and a deleted one comes back switched off', async () => {
  const desk = await serverWithMoney()
  const { id } = await assistantIn(desk, 'new')
  const params = { id }
  const last = desk.context.events.last()
  await desk.call(deactivateAssistant, { params })
  await desk.call(deactivateAssistant, { params })
  expect(desk.context.events.after(last).map(({ type }) => type)).toEqual(['assistant.updated'])
  await desk.call(activateAssistant, { params })
  await desk.call(deleteAssistant, { params })
  await desk.call(undeleteAssistant, { params })
  const body = { assistant_id: id, phone_number: NUMBERS.ordinary }
  expect(await send(desk, 'POST', '/user/make_call', body)).toMatchObject({
    status: 422,
    body: { message: 'Assistant is not active' },
  })
})

test('make_call takes a UUID, and `variable` where `variables` is absent', async () => {
  const desk = await serverWithMoney()
  const { id, uuid } = await assistantIn(desk, 'new')
  const dial = async (body: object) => {
    const placed = await send(desk, 'POST', '/user/make_call', {
      phone_number: NUMBERS.ordinary,
      ...body,
    })
    const { body: call } = await send(desk, 'GET', `/user/calls/${placed.body.call_id}`)
    return call.variables
  }
  expect(await dial({ assistant_id: uuid.toUpperCase(), variable: { city: 'Bonn' } })).toEqual({
    city: 'Bonn',
  })
  const both = { variables: { city: 'Kiel' }, variable: { city: 'Bonn' } }
  expect(await dial({ assistant_id: id, ...both })).toEqual({ city: 'Kiel' })
  const foreign = await anotherAccount(desk)
  const body = { assistant_id: uuid, phone_number: NUMBERS.ordinary }
  expect((await send(foreign, 'POST', '/user/make_call', body)).status).toBe(404)
})

test('an assistant whose model is gone places no call, which is said before the do-not-call list', async () => {
  const desk = await serverWithMoney()
  const { id } = await assistantIn(desk, 'active')
  await send(desk, 'POST', '/user/do-not-call', { phone_number: NUMBERS.ordinary })
  const body = { assistant_id: id, phone_number: NUMBERS.ordinary }
  const dial = async () => (await send(desk, 'POST', '/user/make_call', body)).body.message
  expect(await dial()).toBe('The number is on the do-not-call list.')
  desk.context.db.prepare('UPDATE llm_models SET is_available = 0').run()
  expect(await dial()).toBe('The selected model is not available, so the assistant cannot answer.')
  await desk.call(deactivateAssistant, { params: { id } })
  expect(await dial()).toBe('Assistant is not active')
})

test('a campaign of a new assistant starts, stops once that is switched off, and then does not start', async () => {
  const desk = await serverWithMoney()
  const { id } = await assistantIn(desk, 'new')
  const { body } = await send(desk, 'POST', '/user/campaigns', { name: 'Spring', assistant_id: id })
  const campaign_id = body.data.id
  await send(desk, 'PUT', `/user/campaigns/${campaign_id}`, { mark_complete_when_no_leads: false })
  const start = () =>
    send(desk, 'POST', '/user/campaigns/update-status', { campaign_id, action: 'start' })
  expect((await start()).status).toBe(200)
  await desk.call(deactivateAssistant, { params: { id } })
  await expect
    .poll(async () => (await send(desk, 'GET', `/user/campaigns/${campaign_id}`)).body)
    .toMatchObject({ status: 'stopped', stopped_reason: 'assistant' })
  expect(await start()).toMatchObject({
    status: 400,
    body: { message: 'Assistant is not active', success: false },
  })
})
