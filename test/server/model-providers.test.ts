import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { activateAssistant, updateAssistant } from '#contracts/assistants.ts'
import { listBlockedAssistants } from '#contracts/blocked-assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { listModels } from '#contracts/lookups.ts'
import {
  addFoundModelProvider,
  createModelProvider,
  deleteModelProvider,
  discoverModelProviders,
  listModelProviders,
  testModelProvider,
  updateModelProvider,
} from '#contracts/model-providers.ts'
import { topUpBalance } from '#contracts/money.ts'
import { getNetwork } from '#contracts/network.ts'
import { listNotices } from '#contracts/notices.ts'
import { generateReply } from '#contracts/replies.ts'
import { assistantQueries } from '../../server/features/assistants/queries.ts'
import { chatModels } from '../../server/features/platform/lookups/models.ts'
import { networkQueries } from '../../server/features/platform/network/queries.ts'
import { createCircuit } from '../../server/providers/llm/circuit.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { REPLY, startLlmStandIn } from '../support/llm-stand-in.ts'
import { signedIn } from '../support/operators.ts'
import { startReceiver, status } from '../support/receiver.ts'
import { emptyDataFolder, startServer, type TestServer } from '../support/server.ts'
import { starterAssistant } from '../support/visitor.ts'

const CANARY = 'sk-canary-4f9c2d7e8a1b'

async function standInFor(server: TestServer, options: Parameters<typeof startLlmStandIn>[0] = {}) {
  const standIn = await startLlmStandIn(options)
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  await server.context.write((tx) =>
    networkQueries(server.context.db).insert(
      tx,
      1,
      `127.0.0.1:${standIn.port}`,
      server.context.now(),
    ),
  )
  return standIn
}

/** A server with a provider that it may call, whose first model the starter assistant uses. */
async function furnished(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options)
  const standIn = await standInFor(server, { key: CANARY })
  const { data } = await server.call(createModelProvider, {
    body: {
      name: 'Stand-in',
      base_url: standIn.url,
      key: CANARY,
      models: [
        { model: 'normal', name: 'Normal', input_price: 0.15, output_price: 0.6 },
        { model: 'small-embedding', kind: 'embedding', input_price: 0.02 },
      ],
    },
  })
  await server.call(topUpBalance, { body: { amount: 10 } })
  const assistant = await starterAssistant(server)
  await server.call(updateAssistant, {
    params: { id: assistant.id },
    body: { llm_model_id: data.models[0]!.id },
  })
  let customers = 0
  const ask = () =>
    server.call(generateReply, {
      body: {
        assistant_id: assistant.id,
        customer_identifier: `customer ${(customers += 1)}`,
        message: 'When are you open?',
      },
    })
  /** Requests to its models: answers, and embeddings of questions. */
  const calls = () => standIn.requests.filter(({ path }) => !path.endsWith('/models')).length
  return { server, standIn, provider: data, assistant, ask, calls }
}

/** Reasons why assistants cannot answer. */
const reasonsOf = async ({ call }: TestServer) =>
  (await call(listBlockedAssistants)).data.map(({ reason }) => reason)

const atDesk = async (server: TestServer) =>
  (await signedIn(server, (await server.server.createSignInLink()).url)).call

test('an owner’s provider offers its chat models to every account, with prices, and its key to nobody', async () => {
  const { server, standIn, provider } = await furnished()
  expect(provider).toMatchObject({
    name: 'Stand-in',
    base_url: standIn.url,
    has_key: true,
    is_enabled: true,
    error: null,
    models: [
      { model: 'normal', name: 'Normal', kind: 'chat', input_price: 0.15, output_price: 0.6 },
      { model: 'small-embedding', name: 'small-embedding', kind: 'embedding', input_price: 0.02 },
    ],
  })
  const { db } = server.context
  expect(
    db
      .prepare('SELECT input_price, output_price FROM llm_models WHERE id = ?')
      .get(provider.models[0]!.id),
  ).toEqual({ input_price: 150_000, output_price: 600_000 })
  const other = await anotherAccount(server)
  for (const call of [server.call, other.call]) {
    const models = await call(listModels)
    expect(models).toContainEqual({ id: provider.models[0]!.id, name: 'Normal' })
    expect(models.map(({ name }) => name)).not.toContain('small-embedding')
  }
  await expect(other.call(listModelProviders)).rejects.toMatchObject({ status: 403 })
  await expect(other.call(testModelProvider, { body: { id: provider.id } })).rejects.toMatchObject({
    status: 403,
  })
})

test('an assistant answers through a provider, with its key and through the outgoing guard', async () => {
  const { server, standIn, ask } = await furnished()
  expect((await ask()).reply).toBe(REPLY)
  expect(standIn.requests.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    authorization: `Bearer ${CANARY}`,
    body: { model: 'normal' },
  })
  const asked = standIn.requests.length
  await server.context.write((tx) =>
    networkQueries(server.context.db).remove(tx, 1, `127.0.0.1:${standIn.port}`),
  )
  const { reply, conversation_id } = await ask()
  expect(reply).not.toBe(REPLY)
  const { messages } = await server.call(getConversation, { params: { uuid: conversation_id } })
  expect(messages.at(-1)).toMatchObject({ status: 'failed' })
  expect(standIn.requests.length).toBe(asked)
})

test('the environment’s model is called at its configured address, listed or not, under any policy', async () => {
  const standIn = await startLlmStandIn()
  onTestFinished(() => standIn[Symbol.asyncDispose]())
  const server = await startServer({
    llm: { url: standIn.url, key: undefined, model: 'some-model' },
    network: { policy: 'server', allowPrivate: [] },
  })
  const row = server.context.db
    .prepare("SELECT * FROM llm_models WHERE provider = 'environment'")
    .get() as Parameters<typeof server.context.models.of>[0]
  const model = server.context.models.of(row)!
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }]
  await expect(model.doStream({ prompt })).resolves.toMatchObject({ stream: expect.anything() })
  const metadata = await startServer({
    llm: { url: 'http://169.254.169.254/v1', key: undefined, model: 'some-model' },
  })
  await expect(metadata.context.models.of(row)!.doStream({ prompt })).rejects.toMatchObject({
    code: 'blocked',
  })
})

test('models keep their ids when renamed, removed and re-added, switched off, or removed with their provider', async () => {
  const { server, provider, assistant, ask } = await furnished()
  const { call } = server
  const [chat] = provider.models
  const params = { id: provider.id }
  const names = async () => (await call(listModels)).map(({ id, name }) => [id, name])
  const renamed = await call(updateModelProvider, {
    params,
    body: { models: [{ model: 'other' }, { model: 'normal', name: 'Renamed' }] },
  })
  expect(renamed.data.models.map(({ model }) => model)).toEqual(['other', 'normal'])
  expect(await names()).toContainEqual([chat!.id, 'Renamed'])
  await call(updateModelProvider, { params, body: { models: [] } })
  expect((await names()).length).toBe(1)
  await expect(
    call(updateAssistant, {
      params: { id: assistant.id },
      body: { chat_llm_fallback_id: chat!.id },
    }),
  ).rejects.toMatchObject({ status: 422 })
  expect((await ask()).reply).not.toBe(REPLY)
  await call(updateModelProvider, { params, body: { models: [{ model: 'normal' }] } })
  expect(await names()).toContainEqual([chat!.id, 'normal'])
  expect((await ask()).reply).toBe(REPLY)
  await call(updateModelProvider, { params, body: { is_enabled: false } })
  expect((await names()).length).toBe(1)
  const off = (await call(listModelProviders)).data[0]!
  expect(off).toMatchObject({ is_enabled: false, models: [{ id: chat!.id }] })
  await call(updateModelProvider, { params, body: { is_enabled: true } })
  expect(await names()).toContainEqual([chat!.id, 'normal'])
  const quiet = { name: 'Quiet', base_url: 'https://api.example.com/v1', is_enabled: false }
  await call(createModelProvider, { body: { ...quiet, models: [{ model: 'unheard' }] } })
  expect((await names()).length).toBe(2)
  await call(deleteModelProvider, { params })
  expect((await names()).length).toBe(1)
  server.context.db.prepare("UPDATE assistants SET status = 'inactive'").run()
  await expect(call(activateAssistant, { params: { id: assistant.id } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { llm_model_id: [expect.stringContaining('is not available')] } },
  })
  await expect(call(deleteModelProvider, { params })).rejects.toMatchObject({ status: 404 })
})

test('a restart keeps the providers, their models and their key', async () => {
  const dataDir = emptyDataFolder()
  const first = await furnished({ dataDir })
  await first.server.server.stop()
  const server = await startServer({ dataDir })
  expect((await server.call(listModelProviders)).data).toEqual([first.provider])
  const reply = await server.call(generateReply, {
    body: { assistant_id: first.assistant.id, customer_identifier: 'x', message: 'Hello?' },
  })
  expect(reply.reply).toBe(REPLY)
})

test('a key is in no response, log, event or file, even when the provider echoes it', async () => {
  const dataDir = emptyDataFolder()
  const { server, standIn, provider, ask } = await furnished({ dataDir })
  const logged: unknown[] = []
  for (const level of ['info', 'warn', 'error'] as const) {
    server.context.log[level] = (...args: unknown[]) => void logged.push(args)
  }
  const answers: unknown[] = [provider, await server.call(listModelProviders)]
  // The provider echoes the key in its refusals, and in the middle of a stream.
  standIn.takeKey('another one')
  answers.push(await ask(), await server.call(testModelProvider, { body: { id: provider.id } }))
  standIn.takeKey(undefined)
  for (const model of ['errorFrame', 'unauthorized']) {
    answers.push(await server.call(testModelProvider, { body: { id: provider.id, model } }))
  }
  answers.push(
    await server.call(updateModelProvider, { params: { id: provider.id }, body: { key: CANARY } }),
    await server.call(listNotices),
  )
  const events = server.context.db.prepare('SELECT * FROM events').all()
  expect(logged.length).toBeGreaterThan(0)
  expect(inspect([answers, logged, events], { depth: 12 })).not.toContain('canary')
  server.context.db.pragma('wal_checkpoint(TRUNCATE)')
  for (const name of readdirSync(dataDir)) {
    if (!/\.(db|db-wal|json|key)$/.test(name)) continue
    expect([name, readFileSync(path.join(dataDir, name)).includes('canary')]).toEqual([name, false])
  }
})

test('a stored key is sent to no other address than the one it was entered for', async () => {
  const { server, provider } = await furnished()
  const thief = await startReceiver()
  await server.context.write((tx) =>
    networkQueries(server.context.db).insert(tx, 1, thief.host, server.context.now()),
  )
  const elsewhere = `http://${thief.host}/v1`
  const { id } = provider
  for (const refused of [
    () => server.call(testModelProvider, { body: { id, base_url: elsewhere } }),
    () => server.call(updateModelProvider, { params: { id }, body: { base_url: elsewhere } }),
  ]) {
    await expect(refused()).rejects.toMatchObject({
      status: 422,
      body: {
        errors: { key: [expect.stringContaining('the one that is kept is for http://127')] },
      },
    })
  }
  expect(thief.requests).toEqual([])
  const body = { base_url: elsewhere, key: null }
  const { data } = await server.call(updateModelProvider, { params: { id }, body })
  expect(data).toMatchObject({ base_url: elsewhere, has_key: false })
  await server.call(testModelProvider, { body: { id } })
  expect(thief.requests[0]!.headers.authorization).toBeUndefined()
})

test('without safe storage no secret is kept: nothing is written, and the provider works without a key', async () => {
  const server = await startServer({ secrets: { key: undefined, isRefused: true } })
  const body = { name: 'Example', base_url: 'https://api.example.com/v1' }
  await expect(
    server.call(createModelProvider, { body: { ...body, key: CANARY } }),
  ).rejects.toMatchObject({ status: 409, message: expect.stringContaining('keyring') })
  expect((await server.call(listModelProviders)).data).toEqual([])
  expect((await server.call(createModelProvider, { body })).data.has_key).toBe(false)
})

test('a key that can no longer be decrypted says so, and its models do not answer', async () => {
  const dataDir = emptyDataFolder()
  const secrets = { isRefused: false }
  const first = await furnished({ dataDir, secrets: { ...secrets, key: 'the first key of all' } })
  await first.server.server.stop()
  const server = await startServer({ dataDir, secrets: { ...secrets, key: 'another key than it' } })
  expect((await server.call(listModelProviders)).data[0]).toMatchObject({
    has_key: true,
    error: 'The key to the secrets has changed. Enter this one again.',
  })
  expect(await reasonsOf(server)).toEqual(['no_provider'])
  const body = { assistant_id: first.assistant.id, customer_identifier: 'x', message: 'Hello?' }
  expect((await server.call(generateReply, { body })).reply).not.toBe(REPLY)
  await server.call(updateModelProvider, {
    params: { id: first.provider.id },
    body: { key: CANARY },
  })
  expect((await server.call(generateReply, { body })).reply).toBe(REPLY)
  expect(await reasonsOf(server)).toEqual([])
})

test('an endpoint that rejects the key is paused for growing intervals; the owner is told until it answers', async () => {
  const clock = createClock()
  const { server, standIn, provider, ask, calls } = await furnished({
    outside: { now: clock.outside.now },
  })
  const notices = async () => (await server.call(listNotices)).data
  standIn.takeKey('another one')
  const { reply } = await ask()
  expect(reply).not.toContain('401')
  expect(await notices()).toMatchObject([
    { kind: 'model_refused', subject: 'Stand-in', reason: expect.stringContaining('HTTP 401') },
  ])
  expect((await server.call(listModelProviders)).data[0]!.error).toContain('refused the key')
  expect(await reasonsOf(server)).toEqual(['key_refused'])
  await Promise.all([ask(), ask(), ask()])
  expect(calls()).toBe(1)
  await clock.jump(60_000)
  await Promise.all([ask(), ask(), ask()])
  expect(calls()).toBe(2)
  await clock.jump(60_000)
  await ask()
  expect(calls()).toBe(2)
  standIn.takeKey(CANARY)
  await clock.jump(60_000)
  expect((await ask()).reply).toBe(REPLY)
  expect(await notices()).toEqual([])
  expect((await server.call(listModelProviders)).data[0]).toEqual(provider)
})

test('concurrent rejections count as one, and the pause doubles up to 15 minutes', () => {
  let time = 0
  const told: string[] = []
  const circuit = createCircuit({
    now: () => new Date(time),
    onRefused: () => told.push('refused'),
    onAnswered: () => told.push('answered'),
  })
  for (let count = 0; count < 500; count += 1) circuit.enter()
  for (let count = 0; count < 500; count += 1) circuit.refused()
  expect(told).toEqual(['refused'])
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    time += minutes * 60_000 - 1
    expect([minutes, circuit.enter()]).toEqual([minutes, false])
    time += 1
    expect([circuit.enter(), circuit.enter()]).toEqual([true, false])
    circuit.refused()
  }
  time += 15 * 60_000
  expect(circuit.enter()).toBe(true)
  // The attempt never came back, so after a while another one may start.
  time += 20_000
  expect(circuit.enter()).toBe(true)
  circuit.answered()
  circuit.answered()
  expect([circuit.isOpen, circuit.enter(), circuit.enter()]).toEqual([false, true, true])
  expect(told.filter((what) => what === 'answered')).toHaveLength(1)
})

test.each(['change', 'test'] as const)(
  'a %s makes a paused endpoint available at once',
  async (how) => {
    const { server, standIn, provider, ask } = await furnished()
    standIn.takeKey('another one')
    await ask()
    standIn.takeKey(CANARY)
    expect((await ask()).reply).not.toBe(REPLY)
    const { id } = provider
    if (how === 'change') await server.call(updateModelProvider, { params: { id }, body: {} })
    else expect(await server.call(testModelProvider, { body: { id } })).toMatchObject({ ok: true })
    expect((await server.call(listNotices)).data).toEqual([])
    expect((await ask()).reply).toBe(REPLY)
  },
)

test('a test lists the models, prompts one of them, and stores nothing', async () => {
  const server = await startServer()
  const standIn = await standInFor(server, { models: ['nomic-embed-text', 'slow'], key: 'k' })
  const body = { base_url: `${standIn.url}/`, key: 'k' }
  expect(await server.call(testModelProvider, { body })).toEqual({
    ok: true,
    message: 'slow answers.',
    models: ['nomic-embed-text', 'slow'],
    model: 'slow',
    reply: REPLY,
    first_token_ms: expect.any(Number),
    dimensions: null,
  })
  const embedding = { ...body, kind: 'embedding' as const }
  expect(await server.call(testModelProvider, { body: embedding })).toMatchObject({
    ok: true,
    model: 'nomic-embed-text',
    dimensions: 4,
  })
  expect((await server.call(listModelProviders)).data).toEqual([])
})

const html = status(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')

test.each<[string, Parameters<typeof startReceiver>[0], string]>([
  ['401', status(401), 'The provider refuses the key (HTTP 401).'],
  ['403', status(403), 'The provider refuses the key (HTTP 403).'],
  ['404', status(404), 'Base URLs usually end with /v1.'],
  ['500', status(500), 'The provider answered HTTP 500.'],
  ['a web page', html, 'it is not the base URL of an API.'],
  ['a redirect', status(302, { location: 'http://169.254.169.254/' }), 'that is not followed'],
  ['other JSON', status(200, {}, '{"hello":1}'), 'does not answer with a list of models'],
  ['no models', status(200, {}, '{"data":[]}'), 'has no model'],
  ['silence', () => undefined, 'No whole answer within 10 s.'],
])('a test that is answered with %s says so', async (_, answer, sentence) => {
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms / 20)
      signal?.addEventListener('abort', () => clearTimeout(timer))
    })
  const server = await startServer({ outside: { sleep } })
  const receiver = await startReceiver(answer)
  await server.context.write((tx) =>
    networkQueries(server.context.db).insert(tx, 1, receiver.host, server.context.now()),
  )
  const body = { base_url: `http://${receiver.host}/v1`, key: CANARY }
  const tested = await server.call(testModelProvider, { body })
  expect(tested).toMatchObject({ ok: false, models: [], reply: null })
  expect(tested.message).toContain(sentence)
})

test('a test names the obstacle: no response, a forbidden address, an unknown model', async () => {
  const server = await startServer()
  const standIn = await standInFor(server)
  const ask = async (body: { base_url: string; model?: string }) =>
    (await server.call(testModelProvider, { body })).message
  expect(await ask({ base_url: 'http://127.0.0.1:9/v1' })).toContain('Settings › Network')
  expect(await ask({ base_url: 'http://169.254.169.254/v1' })).toContain('no address that may be')
  for (const [model, sentence] of [
    ['failing', 'failing does not answer: HTTP 500'],
    ['html', 'web page'],
    ['cut', 'without its end marker'],
    ['unauthorized', 'refuses the key (HTTP 401)'],
  ] as const) {
    expect(await ask({ base_url: standIn.url, model })).toContain(sentence)
  }
  await standIn[Symbol.asyncDispose]()
  expect(await ask({ base_url: standIn.url })).toContain('The connection was refused')
  await expect(server.call(testModelProvider, { body: {} })).rejects.toMatchObject({ status: 422 })
})

test('texts are embedded by the configured embedding model, in order and in bounded requests', async () => {
  const { server, standIn, provider } = await furnished()
  const { models } = server.context
  const embedder = models.embedder()!
  expect(embedder).toMatchObject({
    code: `endpoint:${provider.id}:small-embedding`,
    inputPrice: 20_000,
  })
  const texts = Array.from({ length: 150 }, (_, index) => 'x'.repeat(index + 1))
  const vectors = await embedder.embed(texts, new AbortController().signal)
  expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length))
  expect(vectors[0]).toBeInstanceOf(Float32Array)
  expect(standIn.requests.filter(({ path }) => path === '/v1/embeddings')).toHaveLength(3)
  const useModel = (model: string) =>
    server.call(updateModelProvider, {
      params: { id: provider.id },
      body: { models: [{ model, kind: 'embedding' }] },
    })
  for (const model of ['uneven', 'few']) {
    await useModel(model)
    const refused = models.embedder()!.embed(['a', 'b'], new AbortController().signal)
    await expect(refused).rejects.toThrow(/vector/)
  }
  standIn.takeKey('another one')
  await useModel('small-embedding')
  await expect(models.embedder()!.embed(['a'], new AbortController().signal)).rejects.toMatchObject(
    { message: expect.stringContaining('HTTP 401') },
  )
  expect((await server.call(listNotices)).data).toHaveLength(1)
  await server.call(deleteModelProvider, { params: { id: provider.id } })
  expect(models.embedder()).toBeUndefined()
})

test('local model servers are found, and added with their address in one click, by the owner in the desk only', async () => {
  const ollama = await startLlmStandIn({ models: ['normal', 'nomic-embed-text'] })
  const page = await startReceiver(html)
  onTestFinished(() => ollama[Symbol.asyncDispose]())
  const free = await startReceiver()
  await free.close()
  const localModels = {
    ollama: ollama.port,
    lm_studio: page.port,
    llama_cpp: free.port,
    vllm: free.port,
  }
  const server = await startServer({ localModels })
  const owner = await atDesk(server)
  const params = { preset: 'ollama' as const }
  for (const asked of [discoverModelProviders, addFoundModelProvider]) {
    await expect(server.call(asked, { params })).rejects.toMatchObject({ status: 403 })
  }
  expect(ollama.requests).toEqual([])
  expect(await server.call(listModelProviders)).toMatchObject({ can_discover: false })
  expect(await owner(listModelProviders)).toMatchObject({ can_discover: true })
  const found = {
    preset: 'ollama',
    name: 'Ollama',
    base_url: ollama.url,
    models: ['normal', 'nomic-embed-text'],
    embeddings: ['nomic-embed-text'],
    provider_id: null,
  }
  expect(await owner(discoverModelProviders)).toEqual({ data: [found] })
  expect(
    ollama.requests.map(({ method, path, authorization }) => [method, path, authorization]),
  ).toEqual([['GET', '/v1/models', undefined]])
  expect(page.requests.map(({ path }) => path)).toEqual(['/v1/models'])
  const { data } = await owner(addFoundModelProvider, { params })
  expect(data).toMatchObject({
    name: 'Ollama',
    base_url: ollama.url,
    has_key: false,
    models: [
      { model: 'normal', kind: 'chat', input_price: 0 },
      { model: 'nomic-embed-text', kind: 'embedding' },
    ],
  })
  expect((await owner(getNetwork)).allowed).toContainEqual({
    address: `127.0.0.1:${ollama.port}`,
    source: 'operator',
    user_id: 1,
    account: 'The team',
  })
  expect(await owner(testModelProvider, { body: { id: data.id } })).toMatchObject({ ok: true })
  expect((await owner(discoverModelProviders)).data).toMatchObject([{ provider_id: data.id }])
  await expect(owner(addFoundModelProvider, { params })).rejects.toMatchObject({ status: 409 })
  await expect(owner(addFoundModelProvider, { params: { preset: 'vllm' } })).rejects.toMatchObject({
    status: 409,
    message: 'Nothing answers there any more',
  })
})

test('a server restricted to public addresses does not probe its own machine', async () => {
  const ollama = await startLlmStandIn()
  onTestFinished(() => ollama[Symbol.asyncDispose]())
  const { port } = ollama
  const server = await startServer({
    network: { policy: 'server', allowPrivate: [] },
    localModels: { ollama: port, lm_studio: port, llama_cpp: port, vllm: port },
  })
  const owner = await atDesk(server)
  await expect(owner(discoverModelProviders)).rejects.toMatchObject({ status: 409 })
  expect(await owner(listModelProviders)).toMatchObject({ can_discover: false })
  expect(ollama.requests).toEqual([])
})

test.each([
  ['name', ''],
  ['name', 'Taken'],
  ['base_url', 'ftp://example.com'],
  ['base_url', 'https://user:pass@example.com/v1'],
  ['base_url', 'https://example.com/v1?key=x'],
  ['key', 'with space'],
  ['key', 'line\nbreak'],
  ['models.0.input_price', [{ model: 'a', input_price: -1 }]],
  ['models.0.input_price', [{ model: 'a', input_price: 0.0000001 }]],
  ['models.0.kind', [{ model: 'a', kind: 'voice' }]],
  ['models.0.context_tokens', [{ model: 'a', context_tokens: 1 }]],
  ['models.1.model', [{ model: 'a' }, { model: 'a' }]],
])('a wrong %s (%j) is named, and nothing is written', async (field, value) => {
  const server = await startServer()
  const good = { name: 'Good', base_url: 'https://example.com/v1', models: [] }
  await server.call(createModelProvider, { body: { ...good, name: 'Taken' } })
  const [place = ''] = field.split('.')
  const body = { ...good, [place]: value } as typeof good
  await expect(server.call(createModelProvider, { body })).rejects.toMatchObject({
    status: 422,
    body: { errors: { [field]: [expect.any(String)] } },
  })
  expect((await server.call(listModelProviders)).data).toHaveLength(1)
})

test('a chat uses the assistant’s own model and then its fallback, each once and only while available', async () => {
  const { server, provider, assistant } = await furnished()
  const { db } = server.context
  const builtIn = (await server.call(listModels))[0]!
  const models = () => {
    const row = assistantQueries(db).find(1, assistant.id)!
    return chatModels(db, row).map(({ id }) => id)
  }
  const own = provider.models[0]!.id
  expect(models()).toEqual([own])
  const choose = (fallback: number) =>
    server.call(updateAssistant, {
      params: { id: assistant.id },
      body: { chat_llm_fallback_id: fallback },
    })
  await choose(builtIn.id)
  expect(models()).toEqual([own, builtIn.id])
  await server.call(deleteModelProvider, { params: { id: provider.id } })
  expect(models()).toEqual([builtIn.id])
})
