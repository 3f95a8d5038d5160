import { expect, test } from 'vitest'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { startPracticeCall } from '#contracts/call-practice.ts'
import { createMcpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
import { reconnectMessengerBot } from '#contracts/messenger-bots.ts'
import { reconnectMessengerCloudNumber } from '#contracts/messenger-cloud.ts'
import { createModelProvider, updateModelProvider } from '#contracts/model-providers.ts'
import { estimateReplay } from '#contracts/replays.ts'
import { createdAssistant } from '../support/assistants.ts'
import { BOT_TOKEN } from '../support/bot-api-stand-in.ts'
import { serverWithBot } from '../support/bots.ts'
import { CLOUD_TOKEN } from '../support/cloud-api-stand-in.ts'
import { cloudBody, serverWithCloudNumber } from '../support/cloud-numbers.ts'
import { allowing, startServer, type TestServer } from '../support/server.ts'
import { ACCOUNT } from '../support/sms-provider-stand-in.ts'

/* L22: secrets of others that would leave this machine unencrypted. */

const KEY = 'sk-canary-4f9c2d7e8a1b'
const FAULT =
  'Use https: the key would travel unencrypted over the internet. If this is in your own network, list the address in Settings › Network.'

const calendar = (url: string, change: object = {}) => ({
  type: 'calendar_integration' as const,
  calendar_api_key: KEY,
  calendar_event_slug: 'table',
  calendar_endpoint: 'custom' as const,
  calendar_custom_endpoint: url,
  ...change,
})

/** Forms that take an address and a secret for it: method, path, field of the address, body. */
const FORMS: readonly (readonly [string, string, string, (url: string) => object])[] = [
  ['PUT', 'sms-provider', 'url', (url) => ({ url, account: ACCOUNT, token: KEY })],
  ['POST', 'sms-provider/test', 'url', (url) => ({ url, account: ACCOUNT, token: KEY })],
  ['POST', 'messenger/bots', 'url', (url) => ({ url, token: BOT_TOKEN })],
  ['POST', 'messenger/cloud', 'url', cloudBody],
  ['POST', 'model-providers', 'base_url', (base_url) => ({ name: 'A', base_url, key: KEY })],
  ['POST', 'model-providers/test', 'base_url', (base_url) => ({ base_url, key: KEY })],
  [
    'POST',
    'speech-providers',
    'base_url',
    (base_url) => ({ name: 'A', kind: 'openai-audio', base_url, key: KEY }),
  ],
  [
    'POST',
    'speech-providers/test',
    'base_url',
    (base_url) => ({ kind: 'openai-audio', base_url, key: KEY }),
  ],
  ['POST', 'mcp-servers', 'url', (url) => ({ name: 'A', url, token: KEY })],
]

/** A server on which every look-up of a name is recorded. */
async function watchedServer(options: Parameters<typeof startServer>[0] = {}) {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return [{ address: '8.8.8.8', family: 4 }]
  }
  return { asked, ...(await startServer({ ...options, outside: { lookup } })) }
}

/** The errors of a request, by field. */
async function errorsOf(
  { fetch }: Pick<TestServer, 'fetch'>,
  [method, path, , bodyAt]: (typeof FORMS)[number],
  url: string,
  headers: Record<string, string> = {},
): Promise<[number, Record<string, string[]>]> {
  const response = await fetch(`/api/user/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(bodyAt(url)),
  })
  const { errors = {} } = await response.json()
  return [response.status, errors]
}

test('L22 no form takes a secret for a public address without encryption, and nothing is asked', async () => {
  const server = await watchedServer()
  for (const form of FORMS)
    for (const url of ['http://api.example.com/v1', 'http://8.8.8.8:8000', 'HTTP://[2606:4700::1]'])
      expect(await errorsOf(server, form, url)).toEqual([422, { [form[2]]: [FAULT] }])
  expect(server.asked).toEqual([])
  const [, errors] = await errorsOf(server, FORMS[0]!, 'http://api.example.com', {
    'parley-language': 'de',
  })
  expect(errors).toEqual({
    url: [expect.stringMatching(/^Nimm https.* Einstellungen › Netzwerk auf\.$/)],
  })
})

test.each([
  'https://api.example.com/v1',
  'http://localhost:11434/v1',
  'http://127.0.0.1:9',
  'http://[::1]:9',
  'http://192.168.1.4:8000/v1',
  'http://100.64.0.1',
  'http://[fd12::1]:9',
  'http://ollama:11434/v1',
  'http://gpu.local/v1',
  'http://nas.home:11434/v1',
  'http://llm.corp.example:8000/v1',
])('L22 %s may be given a key', async (url) => {
  const server = await startServer(allowing('llm.corp.example:8000'))
  await server.call(createModelProvider, { body: { name: 'A', base_url: url, key: KEY } })
})

test('L22 a listed name counts with its port only, and a public address is never private', async () => {
  const server = await startServer(allowing('llm.corp.example:8000'))
  const form = FORMS.find(([, path]) => path === 'model-providers')!
  for (const url of [
    'http://llm.corp.example',
    'http://x.llm.corp.example:8000',
    'http://10.0.0.1.example.com',
    'http://nas.fritz.box:11434',
    'http://192.168.1.4.nip.io',
    'http://[::ffff:8.8.8.8]',
  ])
    expect(await errorsOf(server, form, url)).toEqual([422, { base_url: [FAULT] }])
})

test('L22 without a secret, an address needs no encryption', async () => {
  const { call } = await startServer()
  const base_url = 'http://models.example.com/v1'
  const { data } = await call(createModelProvider, { body: { name: 'A', base_url } })
  const params = { id: data.id }
  await call(updateModelProvider, { params, body: { base_url: `${base_url}/2`, key: null } })
  const refused = { status: 422, errors: { base_url: [FAULT] } }
  await expect(call(updateModelProvider, { params, body: { key: KEY } })).rejects.toMatchObject(
    refused,
  )
  const body = { base_url: 'https://models.example.com/v1', key: KEY }
  await call(updateModelProvider, { params, body })
  await expect(
    call(updateModelProvider, { params, body: { base_url, key: KEY } }),
  ).rejects.toMatchObject(refused)
  await call(createMcpServer, { body: { name: 'A', url: 'http://mcp.example.com/mcp' } })
})

test('L22 what was stored before goes on, until its address or secret changes', async () => {
  const { call, context } = await startServer()
  const created = await call(createModelProvider, {
    body: { name: 'A', base_url: 'https://models.example.com/v1', key: KEY },
  })
  const mcp = await call(createMcpServer, {
    body: { name: 'A', url: 'https://mcp.example.com/mcp', token: KEY },
  })
  context.db.exec(`
    UPDATE model_providers SET base_url = 'http://models.example.com/v1';
    UPDATE mcp_servers SET url = 'http://mcp.example.com/mcp';
  `)
  const params = { id: created.data.id }
  const base_url = 'http://models.example.com/v1'
  for (const body of [{ name: 'B' }, { name: 'B', base_url }])
    expect((await call(updateModelProvider, { params, body })).data.has_key).toBe(true)
  for (const body of [{ key: KEY }, { base_url: `${base_url}/2` }, { base_url, key: KEY }])
    await expect(call(updateModelProvider, { params, body })).rejects.toMatchObject({
      errors: { base_url: [FAULT] },
    })
  const server = { id: mcp.data.id }
  await call(updateMcpServer, { params: server, body: { name: 'B' } })
  for (const body of [{ token: KEY }, { url: 'http://mcp.example.com/2' }])
    await expect(call(updateMcpServer, { params: server, body })).rejects.toMatchObject({
      errors: { url: [FAULT] },
    })
})

test('L22 a messenger sender is connected again at no public address without encryption', async () => {
  const url = 'http://api.example.com'
  const refused = { errors: { url: [FAULT] } }
  const bots = await serverWithBot()
  const bot = { params: { id: bots.sender.id }, body: { url, token: BOT_TOKEN } }
  await expect(bots.call(reconnectMessengerBot, bot)).rejects.toMatchObject(refused)
  const clouds = await serverWithCloudNumber()
  const cloud = { params: { id: clouds.sender.id }, body: { url, token: CLOUD_TOKEN } }
  await expect(clouds.call(reconnectMessengerCloudNumber, cloud)).rejects.toMatchObject(refused)
})

test('L22 a calendar’s key goes to no public address without encryption', async () => {
  const server = await startServer()
  const { call, context } = server
  const url = 'http://calendar.example.com/v2'
  const refused = { errors: { 'tools.0.calendar_custom_endpoint': [FAULT] } }
  const tools = [calendar(url)]
  await expect(createdAssistant(server, { tools })).rejects.toMatchObject(refused)
  // The address counts only where it is used.
  const id = await createdAssistant(server, { tools: [calendar(url, { calendar_endpoint: 'eu' })] })
  const params = { id }
  await expect(call(updateAssistant, { params, body: { tools } })).rejects.toMatchObject(refused)
  await call(updateAssistant, {
    params,
    body: { tools: [calendar('https://calendar.example.com')] },
  })
  context.db.exec(
    `UPDATE assistants SET tools = replace(tools, 'https://calendar.example.com', '${url}')`,
  )
  await call(updateAssistant, { params, body: { name: 'B', tools } })
  expect((await call(getAssistant, { params })).name).toBe('B')
  const rekeyed = [calendar(url, { calendar_api_key: `${KEY}-2` })]
  await expect(call(updateAssistant, { params, body: { tools: rekeyed } })).rejects.toMatchObject(
    refused,
  )
})

test('L22 drafts send a calendar’s key to no public address without encryption', async () => {
  const server = await watchedServer()
  const { call, context } = server
  const url = 'http://calendar.example.com/v2'
  const id = await createdAssistant(server, {
    tools: [calendar('https://calendar.example.com/v2')],
  })
  const params = { id }
  const fields = { tools: [calendar(url)] }
  const messages = [{ role: 'user', content: 'Book a table.' }]
  const drafts = [
    ['assistants/playground', { assistant_id: id, fields, messages }],
    ['assistants/playground', { fields, messages }],
    [`assistant/${id}/replays`, { fields, conversations: 1 }],
  ] as const
  for (const [path, body] of drafts)
    expect(await errorsOf(server, ['POST', path, '', () => body], url)).toEqual([
      422,
      { 'fields.tools.0.calendar_custom_endpoint': [FAULT] },
    ])
  const refused = { errors: { 'fields.tools.0.calendar_custom_endpoint': [FAULT] } }
  const replay = { params, body: { fields, conversations: 1 } }
  await expect(call(estimateReplay, replay)).rejects.toMatchObject(refused)
  await expect(call(startPracticeCall, { params, body: { fields } })).rejects.toMatchObject(refused)
  expect(server.asked).toEqual([])
  context.db.exec(
    `UPDATE assistants SET tools = replace(tools, 'https://calendar.example.com/v2', '${url}')`,
  )
  await call(estimateReplay, replay)
})
