import { expect, test } from 'vitest'
import type { AssistantDocument } from '#contracts/assistant-document.ts'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import { listAllAssistants } from '#contracts/assistants.ts'
import { createKnowledgeBase } from '#contracts/knowledge.ts'
import { createPhoneNumber } from '#contracts/phone-numbers.ts'
import { createTool } from '#contracts/tools.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createdAssistant, type Sender } from '../support/assistants.ts'
import { startServer } from '../support/server.ts'

const calendar = {
  type: 'calendar_integration',
  calendar_api_key: 'secret-of-the-calendar',
  calendar_event_slug: 'visit',
} as const

/** Creates one of each thing that an assistant can refer to, in one account. */
async function furnish(sender: Sender) {
  const { call } = sender
  const number = { phone_number: '+4930123456', type: 'normal' } as const
  const phone = (await call(createPhoneNumber, { body: number })).data.id
  const knowledge = (await call(createKnowledgeBase, { body: { name: 'Menu' } })).data.id
  const tool = (
    await call(createTool, {
      body: {
        name: 'look_up',
        description: 'Looks something up',
        endpoint: 'https://example.com',
        method: 'GET',
      },
    })
  ).data.id
  const colleague = await createdAssistant(sender, { name: 'Billing' })
  return { phone, knowledge, tool, colleague }
}

async function exported(sender: Sender, secrets?: 'include') {
  const { phone, knowledge, tool, colleague } = await furnish(sender)
  const id = await createdAssistant(sender, {
    knowledgebase_id: knowledge,
    tool_ids: [tool],
    phone_number_id: phone,
    secondary_language_ids: [3, 2],
    tools: [
      calendar,
      {
        type: 'warm_call_transfer',
        supervisor_phone: '+491234567',
        outbound_phone_id: phone,
        description: 'When asked',
      },
      { type: 'assistant_transfer', assistant_id: colleague },
    ],
    variables: { city: 'Berlin' },
    speech_speed: 1.1,
    voice_mail_message: 'Hello?',
    filler_config: { positive: [], neutral: ['Hm'] },
    post_call_schema: [{ name: 'city', type: 'string', description: 'Where' }],
  })
  const document = await sender.call(exportAssistant, { params: { id }, query: { secrets } })
  const { fields } = await sender.call(getAssistantSettings, { params: { id } })
  return { id, document, fields }
}

const brought = (sender: Pick<Sender, 'call'>, document: AssistantDocument, more: object = {}) =>
  sender.call(importAssistant, { body: { document, ...more } })

test('a document has names in place of ids, and no secrets unless asked for', async () => {
  const server = await startServer()
  const { document } = await exported(server)
  expect(document).toMatchObject({
    parley_assistant: 1,
    fields: {
      name: 'Bakery',
      language: expect.stringMatching(/^[a-z]{2}$/),
      voice: expect.any(String),
      llm_model: 'built-in',
      knowledgebase: 'Menu',
      custom_tools: ['look_up'],
      phone_number: '+4930123456',
      secondary_languages: [expect.stringMatching(/^[a-z]{2}$/), expect.any(String)],
      tools: [
        { type: 'calendar_integration' },
        { outbound_phone: '+4930123456' },
        { type: 'assistant_transfer', assistant: 'Billing' },
      ],
    },
  })
  const text = JSON.stringify(document)
  expect(text).not.toContain('secret-of')
  expect(text).not.toMatch(/"\w+_ids?":/)
})

test('an export imported into another account gives the same assistant', async () => {
  const server = await startServer()
  const { document, fields } = await exported(server, 'include')
  const other = await anotherAccount(server)
  const own = await furnish(other)
  const { data, problems } = await brought(other, document)
  expect(problems).toEqual([])
  const copy = await other.call(getAssistantSettings, { params: { id: data!.id } })
  const [first, second, third] = fields.tools
  expect(copy.fields).toEqual({
    ...fields,
    knowledgebase_id: own.knowledge,
    tool_ids: [own.tool],
    phone_number_id: own.phone,
    tools: [
      first,
      { ...second, outbound_phone_id: own.phone },
      { ...third, assistant_id: own.colleague },
    ],
  })
  expect(copy).toMatchObject({ status: 'inactive', version: { number: 1, note: 'Imported' } })
})

test('a dry run lists what would be omitted, and creates nothing', async () => {
  const server = await startServer()
  const { document } = await exported(server)
  const other = await anotherAccount(server)
  const { data, problems } = await brought(other, document, { dry_run: true })
  expect(data).toBeNull()
  expect(problems).toEqual(
    expect.arrayContaining([
      {
        field: 'knowledgebase_id',
        value: 'Menu',
        message: 'There is no knowledge base “Menu” here.',
        severity: 'left_out',
      },
      {
        field: 'phone_number_id',
        value: '+4930123456',
        message: 'There is no phone number “+4930123456” here.',
        severity: 'left_out',
      },
    ]),
  )
  expect(problems.map(({ field, severity }) => `${field} ${severity}`).sort()).toEqual([
    'knowledgebase_id left_out',
    'phone_number_id left_out',
    'tool_ids.0 left_out',
    'tools.0.calendar_api_key left_out',
    'tools.1.outbound_phone_id left_out',
    'tools.2.assistant_id left_out',
  ])
  expect(await other.call(listAllAssistants)).toEqual([])
  const created = await brought(other, document)
  const copy = await other.call(getAssistantSettings, { params: { id: created.data!.id } })
  expect(copy.fields).toMatchObject({ knowledgebase_id: null, tool_ids: [], tools: [] })
})

test('a missing required reference blocks the import until a replacement is chosen', async () => {
  const server = await startServer()
  const { document, fields } = await exported(server)
  const other = await anotherAccount(server)
  const strange: AssistantDocument = {
    ...document,
    fields: { ...document.fields, voice: 'unknown-voice', llm_model: 'unknown-model', name: '' },
  }
  const { problems } = await brought(other, strange, { dry_run: true })
  const blocking = problems.filter(({ severity }) => severity === 'blocking')
  expect(blocking.map(({ field, value }) => [field, value])).toEqual([
    ['voice_id', 'unknown-voice'],
    ['llm_model_id', 'unknown-model'],
    ['name', null],
  ])
  await expect(brought(other, strange)).rejects.toMatchObject({
    status: 422,
    errors: {
      voice_id: ['There is no voice “unknown-voice” here.'],
      llm_model_id: ['There is no language model “unknown-model” here.'],
      name: ['The name field is required.'],
    },
  })
  expect(await other.call(listAllAssistants)).toEqual([])
  const { voice_id, llm_model_id } = fields
  const replacements = { voice_id, llm_model_id, name: 'Chosen' }
  const { data } = await brought(other, strange, { replacements })
  expect(data).toMatchObject({ name: 'Chosen', status: 'inactive' })
})

test('a replacement is never skipped: a foreign one is rejected', async () => {
  const server = await startServer()
  const { document, fields } = await exported(server)
  const other = await anotherAccount(server)
  const replacements = { knowledgebase_id: fields.knowledgebase_id }
  await expect(brought(other, document, { replacements })).rejects.toMatchObject({
    status: 422,
    errors: { knowledgebase_id: ['The selected knowledgebase id is invalid.'] },
  })
})

test('a number in use is omitted, and a name in use is reported', async () => {
  const server = await startServer()
  const { document } = await exported(server, 'include')
  const { data, problems } = await brought(server, document)
  expect(problems).toEqual([
    {
      field: 'phone_number_id',
      value: null,
      message: 'The phone number is already assigned to another inbound assistant.',
      severity: 'left_out',
    },
    {
      field: 'name',
      value: 'Bakery',
      message: 'Another assistant has the same name.',
      severity: 'note',
    },
  ])
  expect(data!.name).toBe('Bakery')
})

test.each([
  [{}, 'The document is no exported assistant.'],
  [{ parley_assistant: 2, fields: {} }, 'The document was written by a newer Parley.'],
  [{ parley_assistant: 1, fields: [] }, 'The document is no exported assistant.'],
])('%j cannot be imported', async (document, message) => {
  const server = await startServer()
  await expect(server.call(importAssistant, { body: { document } })).rejects.toMatchObject({
    status: 422,
    errors: { document: [message] },
  })
})
