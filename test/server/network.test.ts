import { expect, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import {
  enableConversationEndedWebhook,
  enableInboundWebhook,
  enableWebhook,
} from '#contracts/assistant-webhooks.ts'
import { createAssistant, getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { allowAddress, disallowAddress, getNetwork } from '#contracts/network.ts'
import { guardedFetch } from '../../server/providers/http/guarded-fetch.ts'
import { onBehalfOf } from '../../server/providers/http/on-behalf.ts'
import { assistantBody, createdAssistant } from '../support/assistants.ts'
import { signedIn } from '../support/operators.ts'
import { startReceiver } from '../support/receiver.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

/** The owner, signed in with a link from the machine itself. */
const atDesk = async (server: TestServer) =>
  (await signedIn(server, (await server.server.createSignInLink()).url)).call

/** The owner's account, as returned with a listed address. */
const OWN = { user_id: 1, account: 'The team' }

const call = ({ context }: TestServer, url: string) =>
  guardedFetch(onBehalfOf(context, 1), { url, timeoutMs: 5000, maxBytes: 1000 })

test('addresses the owner lists may be called from then on, and only as long as they are listed', async () => {
  const receiver = await startReceiver()
  const server = await startServer()
  const owner = await atDesk(server)
  await expect(call(server, receiver.url)).rejects.toThrow(
    `the owner can allow ${receiver.host} in Settings › Network`,
  )
  const { allowed, can_change } = await owner(allowAddress, { body: { address: receiver.host } })
  expect({ allowed, can_change }).toEqual({
    allowed: [{ address: receiver.host, source: 'operator', ...OWN }],
    can_change: true,
  })
  expect(await call(server, receiver.url)).toMatchObject({ status: 200 })
  await owner(disallowAddress, { params: { address: receiver.host } })
  await expect(call(server, receiver.url)).rejects.toMatchObject({ code: 'blocked' })
  await expect(
    owner(disallowAddress, { params: { address: receiver.host } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an API key can read the list but not change it, and neither can a session opened with one', async () => {
  const server = await startServer()
  const withKey = (await signedIn(server, `#signin=${KEY}`)).call
  for (const ask of [server.call, withKey]) {
    expect(await ask(getNetwork)).toMatchObject({ can_change: false })
    await expect(ask(allowAddress, { body: { address: '127.0.0.1:5678' } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(
      ask(disallowAddress, { params: { address: '127.0.0.1:5678' } }),
    ).rejects.toMatchObject({ status: 403 })
  }
  expect(await server.call(getNetwork)).toMatchObject({ allowed: [] })
})

test('addresses from the environment are shown, and stay', async () => {
  const server = await startServer({
    network: { policy: 'desktop', allowPrivate: ['127.0.0.1:5678'] },
  })
  const owner = await atDesk(server)
  expect(await owner(getNetwork)).toMatchObject({
    allowed: [{ address: '127.0.0.1:5678', source: 'environment', ...OWN }],
  })
  await expect(
    owner(disallowAddress, { params: { address: '127.0.0.1:5678' } }),
  ).rejects.toMatchObject({ status: 404 })
})

test('under the server policy listing an address has no effect', async () => {
  const receiver = await startReceiver()
  const server = await startServer({ network: { policy: 'server', allowPrivate: [] } })
  const owner = await atDesk(server)
  await owner(allowAddress, { body: { address: receiver.host } })
  await expect(call(server, receiver.url)).rejects.toMatchObject({ code: 'blocked' })
})

test.each([
  ['http://LOCALHOST:5678/webhook/1', 'localhost:5678'],
  ['https://n8n.lan/hook', 'n8n.lan:443'],
  ['0x7f.1:80', '127.0.0.1:80'],
  ['[::1]:5678', '[::1]:5678'],
  [' 192.168.1.9:5678 ', '192.168.1.9:5678'],
])('%s is listed as %s', async (written, address) => {
  const owner = await atDesk(await startServer())
  const { allowed } = await owner(allowAddress, { body: { address: written } })
  expect(allowed).toEqual([{ address, source: 'operator', ...OWN }])
})

test.each([
  ['127.0.0.1', 'must be a host and a port'],
  ['127.0.0.1:0', 'must be a host and a port'],
  ['127.0.0.1:70000', 'must be a host and a port'],
  ['user@127.0.0.1:80', 'must be a host and a port'],
  ['http://user:secret@127.0.0.1:80', 'must be a host and a port'],
  ['ftp://127.0.0.1:80', 'must be a host and a port'],
  ['169.254.169.254:80', 'is one that is never called'],
  ['http://[fe80::1]:80/', 'is one that is never called'],
  ['0.0.0.0:80', 'is one that is never called'],
  ['8.8.8.8:80', 'is public'],
])('%s cannot be listed: %s', async (written, why) => {
  const owner = await atDesk(await startServer())
  const refused = owner(allowAddress, { body: { address: written } })
  await expect(refused).rejects.toMatchObject({ status: 422 })
  const { errors } = await refused.catch((error) => error.body)
  expect(errors.address[0]).toContain(why)
})

test.each([
  'http://127.0.0.1:5678/hook',
  'http://0x7f.1/hook',
  'https://localhost/hook',
  'http://10.0.0.1/hook',
  'http://[::ffff:192.168.0.1]/hook',
  'http://169.254.169.254/latest',
])('under the server policy %s cannot be saved as a webhook; on a desktop it can', async (url) => {
  const message = 'is no public address, and this server calls no others.'
  for (const policy of ['server', 'desktop'] as const) {
    const server = await startServer({ network: { policy, allowPrivate: [] } })
    const id = await createdAssistant(server)
    const body = await assistantBody(server)
    const fields = { webhook_url: url, conversation_ended_webhook_url: url }
    const one = { assistant_id: id, webhook_url: url }
    const tries = [
      () => server.call(createAssistant, { body: { ...body, ...fields } }),
      () => server.call(updateAssistant, { params: { id }, body: fields }),
      () => server.call(enableWebhook, { body: one }),
      () => server.call(enableInboundWebhook, { body: one }),
      () => server.call(enableConversationEndedWebhook, { body: one }),
    ]
    for (const attempt of tries) {
      const refused = await attempt().then(
        () => undefined,
        ({ status, body: { errors } }) => ({ status, errors }),
      )
      const wanted = { status: 422, errors: { webhook_url: [`The webhook url ${message}`] } }
      if (policy === 'desktop') expect(refused).toBeUndefined()
      else expect(refused).toMatchObject(wanted)
    }
    const saved = policy === 'desktop' ? url : null
    expect(await server.call(getAssistant, { params: { id } })).toMatchObject({
      webhook_url: saved,
    })
  }
})

test('under the server policy an import omits an address that is never callable, and says so', async () => {
  const url = 'http://10.0.0.1/hook'
  const desktop = await startServer()
  const id = await createdAssistant(desktop, { conversation_ended_webhook_url: url })
  const params = { id }
  const document = await desktop.call(exportAssistant, { params, query: { secrets: 'include' } })
  const server = await startServer({ network: { policy: 'server', allowPrivate: [] } })
  const { data, problems } = await server.call(importAssistant, { body: { document } })
  expect(problems).toMatchObject([
    { field: 'conversation_ended_webhook_url', severity: 'left_out' },
  ])
  const { call } = server
  expect(await call(getAssistantSettings, { params: { id: data!.id } })).toMatchObject({
    fields: { conversation_ended_webhook_url: null },
  })
})

test('under the server policy public addresses and names can be saved as webhooks', async () => {
  const server = await startServer({ network: { policy: 'server', allowPrivate: [] } })
  const assistant_id = await createdAssistant(server)
  for (const webhook_url of ['https://hooks.example.com/', 'http://8.8.8.8:81/hook'])
    await server.call(enableWebhook, { body: { assistant_id, webhook_url } })
})
