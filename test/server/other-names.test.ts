import { expect, test } from 'vitest'
import { activateAssistant } from '#contracts/assistants.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantBody, assistantRow, createdAssistant, send } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

/* Requests in other words, which clients of the API family send (docs/spec/family.md, section 0). */

test('fields of a tool may be inside `data`; those beside its type win', async () => {
  const server = await startServer()
  const body = {
    ...(await assistantBody(server)),
    tools: [
      { type: 'end_call', data: { description: 'At the end.' } },
      { type: 'collect_keypad', data: { timeout: 9, stop_key: '*' }, timeout: 7 },
      { type: 'dtmf_input', data: [] },
    ],
  }
  const created = await send(server, 'POST', '/user/assistant', body)
  expect(created.status).toBe(201)
  const { id } = created.body.data
  const { body: assistant } = await send(server, 'GET', `/user/assistant/${id}`)
  expect(assistant.tools).toEqual([
    { type: 'end_call', description: 'At the end.' },
    { type: 'collect_keypad', timeout: 7, stop_key: '*' },
    { type: 'dtmf_input' },
  ])
  const wrong = { tools: [{ type: 'collect_keypad', data: { timeout: 99 } }] }
  expect((await send(server, 'PUT', `/user/assistant/${id}`, wrong)).body.errors).toEqual({
    'tools.0.timeout': ['The tools.0.timeout must be between 1 and 30.'],
  })
})

test('the calendar tool takes the prefix `calcom_`, gives back `calendar_`, and prefers that', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const tool = {
    type: 'calendar_integration',
    calcom_api_key: 'cal_1',
    calendar_event_slug: 'visit',
    calcom_event_slug: 'other',
    data: { calcom_endpoint: 'eu' },
  }
  const changed = await send(server, 'PATCH', `/user/assistant/${id}`, { tools: [tool] })
  expect(changed.status).toBe(200)
  expect((await send(server, 'GET', `/user/assistant/${id}`)).body.tools).toEqual([
    {
      type: 'calendar_integration',
      calendar_api_key: 'cal_1',
      calendar_event_slug: 'visit',
      calendar_endpoint: 'eu',
    },
  ])
})

test('an empty array is an empty object, and an empty array as a body an empty body', async () => {
  const server = await startServer()
  const body = {
    ...(await assistantBody(server)),
    variables: [],
    widget_settings: [],
    filler_config: [],
  }
  const { body: created } = await send(server, 'POST', '/user/assistant', body)
  const path = `/user/assistant/${created.data.id}`
  expect((await send(server, 'GET', path)).body).toMatchObject({
    variables: {},
    widget_settings: {},
  })
  expect((await send(server, 'POST', `${path}/activate`, '[]')).status).toBe(200)
  expect((await send(server, 'PUT', path, { variables: ['x'] })).body.errors).toEqual({
    variables: ['The variables must be an object.'],
  })
  expect((await send(server, 'POST', `${path}/activate`, '[1]')).status).toBe(200)
})

test('a chat is started by the integer id with its owner’s key only', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  await server.call(activateAssistant, { params: { id } })
  const other = await anotherAccount(server)
  const anybody = {
    fetch: (path: string, init: RequestInit = {}) => fetch(server.url + path, init),
  }
  const start = async (who: Parameters<typeof send>[0], assistant_id: unknown, type = 'widget') => {
    const { status, body } = await send(who, 'POST', '/conversations', { assistant_id, type })
    return body.error ?? status
  }
  const gone = 'Assistant not found'
  expect(await start(server, id)).toBe(200)
  expect(await start(server, String(id), 'test')).toBe(200)
  expect(await start(anybody, id)).toBe(gone)
  expect(await start(other, id)).toBe(gone)
  expect(await start(other, id, 'test')).toBe(gone)
  expect(await start(anybody, assistantRow(server, id).uuid)).toBe(200)
  expect(await start(server, 'x')).toBe(gone)
  expect(await start(server, 1.5)).toBe('The assistant id must be a string.')
  expect(await start(server, ' ')).toBe('The assistant id field is required.')
})

test('webhooks are switched on by a path with the id or the UUID', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const { uuid } = assistantRow(server, id)
  const other = await anotherAccount(server)
  const body = { webhook_url: 'https://www.example.com/hook' }
  const enable = async (who: Parameters<typeof send>[0], one: unknown, which = 'webhook') => {
    const { status, text } = await send(who, 'POST', `/user/assistants/${one}/${which}`, body)
    return [status, text]
  }
  const missing = [404, '{"message":"Assistant not found"}']
  expect(await enable(other, id)).toEqual(missing)
  expect(await enable(other, uuid)).toEqual(missing)
  expect(await enable(server, 999_999)).toEqual(missing)
  expect(await enable(server, 'x')).toMatchObject([422, expect.stringContaining('"id"')])
  expect(assistantRow(server, id).webhook_url).toBeNull()
  expect(await enable(server, id)).toEqual([
    200,
    '{"message":"Webhook enabled successfully","data":[]}',
  ])
  expect(await enable(server, uuid, 'conversation-ended-webhook')).toEqual([
    200,
    '{"message":"Conversation ended webhook enabled successfully","data":[]}',
  ])
  expect(assistantRow(server, id)).toMatchObject({
    is_webhook_active: 1,
    webhook_url: body.webhook_url,
    conversation_ended_webhook_url: body.webhook_url,
  })
})
