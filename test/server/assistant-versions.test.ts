import { expect, test } from 'vitest'
import {
  type AssistantForm,
  getAssistantSettings,
  updateAssistantSettings,
} from '#contracts/assistant-settings.ts'
import {
  duplicateAssistant,
  getAssistantVersion,
  listAssistantVersions,
  restoreAssistantVersion,
  undeleteAssistant,
  VERSIONS_KEPT,
} from '#contracts/assistant-versions.ts'
import { enableWebhook } from '#contracts/assistant-webhooks.ts'
import {
  activateAssistant,
  deleteAssistant,
  listAllAssistants,
  updateAssistant,
} from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import { createPhoneNumber, deletePhoneNumber } from '#contracts/phone-numbers.ts'
import { openSession } from '#contracts/sessions.ts'
import { createTool } from '#contracts/tools.ts'
import { anotherAccount } from '../support/accounts.ts'
import { assistantRow, createdAssistant } from '../support/assistants.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

const versionsOf = async ({ call }: Pick<TestServer, 'call'>, id: number) =>
  (await call(listAssistantVersions, { params: { id } })).data

const formOf = ({ call }: Pick<TestServer, 'call'>, id: number): Promise<AssistantForm> =>
  call(getAssistantSettings, { params: { id } })

const number = { phone_number: '+4930123456', type: 'normal' } as const

test('the settings contain every field, including those missing from the family’s response', async () => {
  const server = await startServer()
  const { data: tool } = await server.call(createTool, {
    body: {
      name: 'look_up',
      description: 'Looks something up',
      endpoint: 'https://example.com',
      method: 'GET',
    },
  })
  const id = await createdAssistant(server, {
    tool_ids: [tool.id],
    secondary_language_ids: [3, 2],
    ringing_time: 12,
    reengagement_prompt: 'Still there?',
  })
  expect(await formOf(server, id)).toMatchObject({
    id,
    status: 'inactive',
    version: { number: 1 },
    fields: {
      tool_ids: [tool.id],
      secondary_language_ids: [3, 2],
      ringing_time: 12,
      reengagement_prompt: 'Still there?',
      record: false,
      webhook_url: null,
      llm_temperature: 0.1,
    },
  })
})

test('any change creates a version, recording author and changed fields', async () => {
  const server = await startServer()
  const { call } = server
  const id = await createdAssistant(server)
  const params = { id }
  const webhook_url = 'https://example.com/hook'

  await call(updateAssistant, { params, body: { name: 'By the API' } })
  await call(updateAssistantSettings, {
    params,
    body: { name: 'By the form', note: 'Because of the form', version: 2 },
  })
  await call(enableWebhook, { body: { assistant_id: id, webhook_url } })
  await call(restoreAssistantVersion, { params: { id, number: '1' } })

  const versions = await versionsOf(server, id)
  expect(
    versions.map(({ number, changed, note, restored_from, author }) => ({
      number,
      changed,
      note,
      restored_from,
      author,
    })),
  ).toEqual([
    {
      number: 5,
      changed: ['name', 'is_webhook_active', 'webhook_url'],
      note: null,
      restored_from: 1,
      author: { kind: 'key', name: 'First key' },
    },
    {
      number: 4,
      changed: ['is_webhook_active', 'webhook_url'],
      note: null,
      restored_from: null,
      author: { kind: 'key', name: 'First key' },
    },
    {
      number: 3,
      changed: ['name'],
      note: 'Because of the form',
      restored_from: null,
      author: { kind: 'key', name: 'First key' },
    },
    {
      number: 2,
      changed: ['name'],
      note: null,
      restored_from: null,
      author: { kind: 'key', name: 'First key' },
    },
    {
      number: 1,
      changed: [],
      note: null,
      restored_from: null,
      author: { kind: 'key', name: 'First key' },
    },
  ])
  const third = await call(getAssistantVersion, { params: { id, number: '3' } })
  expect(third.fields).toMatchObject({ name: 'By the form', webhook_url: null })
  expect((await formOf(server, id)).fields).toMatchObject({ name: 'Bakery', webhook_url: null })
})

test('an operator in the desk is recorded as a person', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const opened = await fetch(`${server.url}/api${openSession.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: KEY }),
  })
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  const desk = createClient({ origin: server.url, headers: { cookie } })
  await desk(updateAssistantSettings, { params: { id }, body: { name: 'By hand' } })
  const [latest] = await versionsOf(server, id)
  expect(latest!.author).toEqual({ kind: 'operator', name: 'The team' })
})

test('an update that changes nothing creates no version', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  await server.call(activateAssistant, { params: { id } })
  await server.call(updateAssistant, { params: { id }, body: { name: 'Bakery' } })
  expect(await versionsOf(server, id)).toHaveLength(1)
})

test('deleting a number records a version of the assistant', async () => {
  const server = await startServer()
  const { data } = await server.call(createPhoneNumber, { body: number })
  const id = await createdAssistant(server, { phone_number_id: data.id })
  await server.call(deletePhoneNumber, { params: { id: data.id } })
  const [latest] = await versionsOf(server, id)
  expect(latest).toMatchObject({
    number: 2,
    changed: ['phone_number_id'],
    author: { kind: 'parley' },
  })
  // The number is gone, so the first version cannot be restored, and trying changes nothing.
  await expect(
    server.call(restoreAssistantVersion, { params: { id, number: '1' } }),
  ).rejects.toMatchObject({ status: 422, errors: { phone_number_id: expect.anything() } })
  expect(await versionsOf(server, id)).toHaveLength(2)
})

test('the latest versions are kept', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  for (let count = 1; count <= VERSIONS_KEPT + 3; count += 1) {
    await server.call(updateAssistant, { params: { id }, body: { name: `Name ${count}` } })
  }
  const versions = await versionsOf(server, id)
  expect([versions.length, versions[0]!.number, versions.at(-1)!.number]).toEqual([200, 204, 5])
  await expect(
    server.call(getAssistantVersion, { params: { id, number: '4' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('of two saves based on the same version, the second is told who was first, and nothing is lost', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const save = (body: object) =>
    server.call(updateAssistantSettings, { params: { id }, body: { version: 1, ...body } })
  await save({ name: 'First', note: 'I was first' })
  await expect(save({ system_prompt: 'Second' })).rejects.toMatchObject({
    status: 409,
    body: {
      message: 'The assistant was changed meanwhile.',
      version: { number: 2, author: { name: 'First key' }, note: 'I was first', changed: ['name'] },
    },
  })
  expect((await formOf(server, id)).fields).toMatchObject({
    name: 'First',
    system_prompt: 'You answer for a bakery.',
  })
  // A save based on the second version may proceed, and one without a version asks for no check.
  await save({ version: 2, system_prompt: 'Second' })
  await save({ version: null, record: true })
  expect(await versionsOf(server, id)).toHaveLength(4)
})

test('a rejected update creates no version', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const refused = server.call(updateAssistantSettings, {
    params: { id },
    body: {
      is_webhook_active: true,
      post_call_schema: [{ name: 'X', type: 'bool', description: 'Is it' }],
    },
  })
  await expect(refused).rejects.toMatchObject({
    status: 422,
    message: 'Validation failed',
    errors: { webhook_url: expect.anything(), 'post_call_schema.0.name': expect.anything() },
  })
  expect(await versionsOf(server, id)).toHaveLength(1)
})

test('a copy has everything except status, number and name', async () => {
  const server = await startServer()
  const { data } = await server.call(createPhoneNumber, { body: number })
  const id = await createdAssistant(server, {
    phone_number_id: data.id,
    secondary_language_ids: [3],
    variables: { city: 'Berlin' },
    speech_speed: 1.1,
  })
  await server.call(activateAssistant, { params: { id } })
  const copies = [1, 2].map(() => server.call(duplicateAssistant, { params: { id } }))
  // The order of the requests is undefined.
  const made = await Promise.all(copies)
  const [first, second] = made.toSorted((a, b) => a.data.id - b.data.id)
  expect([first!.data.name, second!.data.name]).toEqual(['Bakery (copy)', 'Bakery (copy 2)'])
  const [original, copy] = [await formOf(server, id), await formOf(server, first!.data.id)]
  expect(copy.status).toBe('inactive')
  expect(copy.fields).toEqual({
    ...original.fields,
    name: 'Bakery (copy)',
    phone_number_id: null,
  })
})

test('a deletion can be undone, restoring the number if it is still free', async () => {
  const server = await startServer()
  const { data } = await server.call(createPhoneNumber, { body: number })
  const id = await createdAssistant(server, { phone_number_id: data.id })
  const back = async () => {
    await server.call(deleteAssistant, { params: { id } })
    await server.call(undeleteAssistant, { params: { id } })
    return assistantRow(server, id).phone_number_id
  }
  expect(await back()).toBe(data.id)
  await server.call(deleteAssistant, { params: { id } })
  await createdAssistant(server, { name: 'Another', phone_number_id: data.id })
  await server.call(undeleteAssistant, { params: { id } })
  expect(assistantRow(server, id)).toMatchObject({ phone_number_id: null, status: 'inactive' })
  const names = (await server.call(listAllAssistants)).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['Bakery', 'Another']))
})

test('assistants of another account appear not to exist', async () => {
  const server = await startServer()
  const id = await createdAssistant(server)
  const { fetch } = await anotherAccount(server)
  const calls: [string, string][] = [
    ['GET', 'settings'],
    ['PUT', 'settings'],
    ['GET', 'versions'],
    ['GET', 'versions/1'],
    ['POST', 'versions/1/restore'],
    ['POST', 'duplicate'],
    ['POST', 'undelete'],
    ['GET', 'export'],
  ]
  for (const [method, path] of calls) {
    const answer = async (one: number) => {
      const response = await fetch(`/api/user/assistants/${one}/${path}`, {
        method,
        ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
      })
      return [response.status, await response.text()]
    }
    expect(await answer(id)).toEqual([404, '{"message":"Assistant not found"}'])
    expect(await answer(id)).toEqual(await answer(99_999))
  }
})
