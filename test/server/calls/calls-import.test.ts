import { expect, test } from 'vitest'
import { deleteAssistant } from '#contracts/assistants.ts'
import { importCalls } from '#contracts/call-import.ts'
import { listCalls } from '#contracts/calls.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { createdAssistant, type Sender, send } from '../../support/assistants.ts'
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

test('importing calls requires authentication', async () => {
  const { as } = await startServer()
  await expect(as()(importCalls, { body: { calls: [] } })).rejects.toMatchObject({ status: 401 })
})

test('a call is imported with everything known about it', async () => {
  const server = await startServer()
  const assistant_id = await createdAssistant(server)
  const call = {
    type: 'outbound' as const,
    status: 'completed' as const,
    created_at: '2024-02-29 23:59:59',
    updated_at: '2024-03-01 00:10:00',
    campaign_name: 'Spring',
    duration: 601,
    assistant_phone_number: '+14155552671',
    client_phone_number: '+1 (202) 555-0100',
    transcript: 'AI: Hello!\nCustomer: =1+1',
    variables: { name: 'Ada', tags: ['a'] },
    evaluation: { score: 7.5 },
    webhook_response: { status: 'success', data: {} },
    carrier_cost: 0.0079,
    total_cost: 1.25,
    answered_by: 'human' as const,
    recording_url: 'https://recordings.example.com/1.mp3',
  }
  const reply = await server.call(importCalls, { body: { calls: [{ assistant_id, ...call }] } })
  expect(reply).toEqual({ message: 'Calls imported successfully', imported: 1 })
  const { data } = await server.call(listCalls, { query: { phone_number: '12025550100' } })
  expect(data).toEqual([{ id: 1, assistant_name: 'Bakery', ...call }])
})

test('omitted fields are as in a call without them', async () => {
  const server = await startServer({ outside: { now: () => new Date('2026-05-01T10:00:00Z') } })
  const assistant_id = await createdAssistant(server)
  const calls = [
    { assistant_id, type: 'inbound', status: 'no-answer', transcript: null },
    { assistant_id, type: 'web', status: 'ended', client_phone_number: '+12025550100' },
  ] as const
  await server.call(importCalls, { body: { calls: [...calls] } })
  const { data } = await server.call(listCalls)
  expect(data).toMatchObject([
    { type: 'web', client_phone_number: null, assistant_phone_number: null },
    {
      campaign_name: '',
      duration: 0,
      client_phone_number: null,
      transcript: '',
      variables: {},
      evaluation: {},
      webhook_response: {},
      carrier_cost: 0,
      total_cost: 0,
      answered_by: 'unknown',
      recording_url: null,
      created_at: '2026-05-01 10:00:00',
      updated_at: '2026-05-01 10:00:00',
    },
  ])
})

test('calls of one campaign share it, and each account has its own campaigns', async () => {
  const server = await startServer()
  const other = await anotherAccount(server)
  const rows = async (sender: Sender) => {
    const call = {
      assistant_id: await createdAssistant(sender),
      type: 'outbound' as const,
      status: 'busy' as const,
      campaign_name: 'Spring',
    }
    return { calls: [call, call, { ...call, campaign_name: '' }] }
  }
  await server.call(importCalls, { body: await rows(server) })
  await server.call(importCalls, { body: await rows(server) })
  await other.call(importCalls, { body: await rows(other) })
  const campaigns = server.context.db.prepare('SELECT user_id, name FROM campaigns').all()
  expect(campaigns).toEqual([
    { user_id: 1, name: 'Spring' },
    { user_id: other.id, name: 'Spring' },
  ])
  const { data } = await server.call(listCalls, { query: { campaign_id: 1 } })
  expect(data).toHaveLength(4)
})

test('a CSV file has objects as JSON, quoted line breaks and any column order', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const csv = [
    'Status,type,assistant_id,created_at,duration,total_cost,variables,transcript,comment',
    `completed,outbound,${id},2025-01-02 03:04:05,65,0.028,"{""name"":""Ada""}","AI: Hello!`,
    'Customer: ""Hi"", I said.",ignored',
    '',
    `busy,inbound,${id},,,,,,`,
  ].join('\r\n')
  expect(await sendCsv(server, csv, 'text/csv; charset=utf-8')).toEqual({
    status: 200,
    body: { message: 'Calls imported successfully', imported: 2 },
  })
  const { data } = await server.call(listCalls, { query: { status: 'completed' } })
  expect(data).toMatchObject([
    {
      type: 'outbound',
      created_at: '2025-01-02 03:04:05',
      duration: 65,
      total_cost: 0.028,
      variables: { name: 'Ada' },
      transcript: 'AI: Hello!\nCustomer: "Hi", I said.',
    },
  ])
})

test('errors in JSON name the call and the field, and nothing is written', async () => {
  const server = await startServer()
  const assistant_id = await createdAssistant(server)
  const good = { assistant_id, type: 'web', status: 'completed' }
  const calls = [
    good,
    { type: 'phone', status: 'done' },
    {
      ...good,
      created_at: '2025-02-30 00:00:00',
      duration: -1,
      total_cost: 'much',
      answered_by: 1,
    },
    { ...good, variables: [1], recording_url: 'file:///etc/passwd', transcript: 7 },
  ]
  expect(await send(server, 'POST', PATH, { calls })).toMatchObject(
    invalid({
      'calls.1.assistant_id': 'The calls.1.assistant id field is required.',
      'calls.1.type': 'The selected calls.1.type is invalid.',
      'calls.1.status': 'The selected calls.1.status is invalid.',
      'calls.2.created_at': 'The calls.2.created at is not a valid date.',
      'calls.2.duration': 'The calls.2.duration must be between 0 and 1000000.',
      'calls.2.total_cost': 'The calls.2.total cost must be a number.',
      'calls.2.answered_by': 'The selected calls.2.answered by is invalid.',
      'calls.3.variables': 'The calls.3.variables must be a JSON object.',
      'calls.3.recording_url': 'The calls.3.recording url must be a valid URL.',
      'calls.3.transcript': 'The calls.3.transcript must be a string.',
    }),
  )
  expect((await server.call(listCalls)).total).toBe(0)
})

test('errors in CSV name the line, too', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const csv = [
    'assistant_id,type,status,duration,variables,transcript',
    `${id},web,completed,long,,"two`,
    'lines"',
    '',
    `${id},web,done,5,{},`,
    `999999,web,busy,,,`,
    `${id},web,busy,1.5,{oops,`,
  ].join('\n')
  expect(await sendCsv(server, csv)).toEqual(
    invalid({
      'calls.0.duration': 'Line 2: The calls.0.duration must be a number.',
      'calls.1.status': 'Line 5: The selected calls.1.status is invalid.',
      'calls.3.duration': 'Line 7: The calls.3.duration must be an integer.',
      'calls.3.variables': 'Line 7: The calls.3.variables must be a JSON object.',
    }),
  )
  const unknown = `assistant_id,type,status\n${id},web,busy\n999999,web,busy\n`
  expect(await sendCsv(server, unknown)).toEqual(
    invalid({
      'calls.1.assistant_id': 'Line 3: The selected calls.1.assistant id is invalid.',
    }),
  )
  expect((await server.call(listCalls)).total).toBe(0)
})

test('for the desk, errors in CSV name the column alone, since it shows them beside the row', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const csv = `assistant_id,type,status\n${id},web,busy\n999999,web,busy\n`
  const ask = (language: string) =>
    sendCsv(server, csv, 'text/csv', { 'Parley-Language': language })
  expect(await ask('en')).toEqual(
    invalid({ 'calls.1.assistant_id': 'The selected assistant id is invalid.' }),
  )
  expect(await ask('de')).toMatchObject({
    body: { errors: { 'calls.1.assistant_id': ['Die Auswahl bei „assistant id“ ist ungültig.'] } },
  })
  const faulty = `assistant_id,type,status,variables\n${id},web,done,{oops\n`
  expect(await sendCsv(server, faulty, 'text/csv', { 'Parley-Language': 'en' })).toEqual(
    invalid({
      'calls.0.status': 'The selected status is invalid.',
      'calls.0.variables': 'The variables must be a JSON object.',
    }),
  )
})

test('a foreign, a deleted and a missing assistant are rejected with the same bytes', async () => {
  const server = await startServer()
  const foreign = await createdAssistant(await anotherAccount(server))
  const deleted = await createdAssistant(server)
  await server.call(deleteAssistant, { params: { id: deleted } })
  const answers = await Promise.all(
    [foreign, deleted, 999_999].map(async (assistant_id) => {
      const calls = [{ assistant_id, type: 'web', status: 'busy' }]
      const { status, text } = await send(server, 'POST', PATH, { calls })
      return `${status} ${text}`
    }),
  )
  expect(new Set(answers)).toEqual(
    new Set([
      '422 {"message":"The given data was invalid.","errors":{"calls.0.assistant_id":["The selected calls.0.assistant id is invalid."]}}',
    ]),
  )
})

test.each([
  [{}, { calls: 'The calls field is required.' }],
  [{ calls: {} }, { calls: 'The calls must be an array.' }],
  [{ calls: [] }, { calls: 'The calls must have at least 1 items.' }],
])('a body such as %j is not an import', async (body, errors) => {
  expect(await send(await startServer(), 'POST', PATH, body)).toMatchObject(
    invalid(errors as Record<string, string>),
  )
})

test.each([
  ['an open quote', 'status\n"busy', 'text/csv', 400, 'Malformed CSV.'],
  ['nothing', '', 'text/csv', 422, 'The given data was invalid.'],
  ['a plain form', 'status\nbusy', 'text/plain', 415, 'The content type must be application/json.'],
  [
    'a form',
    'a=b',
    'application/x-www-form-urlencoded',
    415,
    'The content type must be application/json.',
  ],
])('%s is rejected', async (_, csv, type, status, message) => {
  expect(await sendCsv(await startServer(), csv, type)).toMatchObject({ status, body: { message } })
})

test('an import that fails half-way leaves nothing', async () => {
  const server = await startServer()
  const assistant_id = await createdAssistant(server)
  server.context.db.exec(`
    CREATE TEMP TRIGGER no_room BEFORE INSERT ON calls WHEN new.transcript = 'too much'
    BEGIN SELECT raise(ABORT, 'no room'); END
  `)
  const call = { assistant_id, type: 'web', status: 'completed', campaign_name: 'Spring' }
  const calls = [call, { ...call, transcript: 'too much' }]
  expect((await send(server, 'POST', PATH, { calls })).status).toBe(500)
  expect((await server.call(listCalls)).total).toBe(0)
  expect(server.context.db.prepare('SELECT * FROM campaigns').all()).toEqual([])
})
