import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { blockAddress, getNetwork, unblockAddress } from '#contracts/network.ts'
import { listNotices } from '#contracts/notices.ts'
import { scaled } from '../../server/limits.ts'
import { signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

/*
 * Group L of the threats: one budget for all callers without a key (L2, L8, L9). Client addresses are set as
 * a trusted proxy sets them.
 */

const KB = 1024
const RATES = scaled(10_000)
const BEHIND_PROXY = { trustedProxies: 'loopback' }
const from = (address: string) => ({ 'x-forwarded-for': address })

/** Sends JSON as a visitor, or anonymously. */
async function send(
  url: string,
  path: string,
  body: object,
  { token, address = '203.0.113.7' }: { token?: string; address?: string } = {},
) {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...from(address),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

/** Declares a body of this many bytes, sends none of it, and waits for the response. */
function announce(url: string, path: string, length: number, headers: Record<string, string>) {
  return new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    const sent = request(
      `${url}/api${path}`,
      { method: 'POST', headers: { ...headers, 'content-length': String(length) } },
      ({ statusCode, headers: answered }) => {
        resolve({ status: statusCode!, retryAfter: answered['retry-after'] })
        sent.destroy()
      },
    )
    sent.on('error', reject)
    sent.flushHeaders()
  })
}

test('L2 a body larger than its endpoint needs is rejected', async () => {
  const server = await startServer()
  const { token, conversationId } = await createVisitor(server)
  const { uuid } = await starterAssistant(server)
  const large = 'x'.repeat(200 * KB)
  const statuses = [
    await send(server.url, '/widget/session', { assistant_id: uuid, page_title: large }),
    await send(server.url, '/widget/conversations', { client_id: large }, { token }),
    await send(
      server.url,
      `/widget/conversations/${conversationId}/messages`,
      { content: large },
      { token },
    ),
    await send(
      server.url,
      `/widget/conversations/${conversationId}/typing`,
      { active: true, text: large },
      { token },
    ),
    await send(server.url, '/conversations', { assistant_id: large }),
    await send(server.url, '/session', { secret: large }),
  ].map(({ status }) => status)
  expect(statuses).toEqual(Array(6).fill(413))
})

test('L2 a visitor may start twenty conversations an hour, and repeating one does not count', async () => {
  const conversations = { max: 3, windowMs: 3_600_000 }
  const server = await startServer({ rates: { ...RATES, visitorConversations: conversations } })
  const { token } = await createVisitor(server)
  const open = async (client_id = randomUUID()) =>
    (await send(server.url, '/widget/conversations', { client_id }, { token })).status
  const again = randomUUID()
  expect([await open(again), await open(again), await open(again)]).toEqual([201, 201, 201])
  expect([await open(), await open()]).toEqual([201, 429])
})

test('L2 visitors’ disk usage is limited per visitor, address and assistant', async () => {
  const room = { max: 40 * KB, windowMs: 86_400_000 }
  const wide = { ...RATES.visitorBytes }
  const filled = async (rates: object, sameVisitor: boolean, sameAddress: boolean) => {
    const server = await startServer({ ...BEHIND_PROXY, rates: { ...RATES, ...rates } })
    let visitor = await createVisitor(server)
    for (let count = 1; count <= 12; count += 1) {
      if (!sameVisitor) visitor = await createVisitor(server)
      const answer = await send(
        server.url,
        `/widget/conversations/${visitor.conversationId}/messages`,
        { client_id: randomUUID(), content: 'x'.repeat(2000) },
        { token: visitor.token, address: sameAddress ? '198.51.100.1' : `198.51.100.${count}` },
      )
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        return { server, count }
      }
    }
    return { server, count: undefined }
  }
  expect((await filled({ visitorBytes: room, addressBytes: wide }, true, false)).count).toBe(4)
  expect((await filled({ addressBytes: room }, false, true)).count).toBe(4)
  const { server, count } = await filled({ assistantBytes: room }, false, false)
  expect(count).toBeLessThan(5)
  const { name } = await starterAssistant(server)
  await expect
    .poll(async () => (await server.call(listNotices)).data)
    .toMatchObject([{ kind: 'intake_full', subject: name }])
})

test('L2 limits are checked before a body is read', async () => {
  const once = { max: 1, windowMs: 60_000 }
  const server = await startServer({ rates: { ...RATES, visitorSends: once } })
  const { token, conversationId, say } = await createVisitor(server)
  await say('Hello')
  const answer = await announce(
    server.url,
    `/widget/conversations/${conversationId}/messages`,
    20_000,
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  )
  expect(answer).toEqual({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) })
})

test('L2 repeated refusals are reported to the owner, who can block and unblock the address', async () => {
  const server = await startServer({
    ...BEHIND_PROXY,
    rates: { ...RATES, publicChat: { max: 1, windowMs: 60_000 } },
    limits: { refusalsShown: 5 },
  })
  const { uuid } = await starterAssistant(server)
  const attack = (address: string) =>
    send(server.url, '/conversations', { assistant_id: uuid }, { address })
  for (let count = 0; count < 8; count += 1) await attack('2001:db8:0:1::5')
  const owner = await signedInOwner(server)
  await expect
    .poll(async () => (await owner.call(listNotices)).data)
    .toMatchObject([{ kind: 'address_refused', subject: '2001:db8:0:1::/64' }])
  const { blocked } = await owner.call(blockAddress, { body: { address: '2001:db8:0:1::/64' } })
  expect(blocked).toMatchObject([{ address: '2001:db8:0:1::/64' }])
  expect((await owner.call(listNotices)).data).toEqual([])
  const refused = await attack('2001:db8:0:1::9')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ message: 'This address is blocked.' })
  expect((await attack('2001:db8:0:2::9')).status).toBe(200)
  await owner.call(unblockAddress, { params: { address: '2001:db8:0:1::/64' } })
  expect((await attack('2001:db8:0:1::9')).status).toBe(429)
  expect((await owner.call(getNetwork)).blocked).toEqual([])
})

test('L2 blocking ends an address’s streams at once, and never locks out the desk', async () => {
  const server = await startServer(BEHIND_PROXY)
  const { token } = await createVisitor(server)
  const stream = await fetch(`${server.url}/api/widget/stream`, {
    headers: { authorization: `Bearer ${token}`, ...from('203.0.113.7') },
  })
  const owner = await signedInOwner(server)
  await owner.call(blockAddress, { body: { address: '203.0.113.7' } })
  const reader = stream.body!.getReader()
  while (!(await reader.read()).done);
  const session = await fetch(`${server.url}/api/session`, { headers: from('203.0.113.7') })
  expect(session.status).toBe(200)
  for (const address of ['127.0.0.1', '::1', 'example.com', '10.0.0.0/8']) {
    await expect(owner.call(blockAddress, { body: { address } })).rejects.toMatchObject({
      status: 422,
    })
  }
})

test('L8 a visitor’s file is checked before it is read, and two uploads at a time are the limit', async () => {
  const server = await startServer()
  const { token, conversationId } = await createVisitor(server)
  const path = `/widget/conversations/${conversationId}/attachments`
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=x',
  }
  expect((await announce(server.url, path, 19 * KB * KB, headers)).status).toBe(413)
  const slow = [1, 2].map(() => {
    const sent = request(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': '5000' },
    })
    sent.on('error', () => undefined)
    sent.flushHeaders()
    return sent
  })
  await expect.poll(async () => (await announce(server.url, path, 5000, headers)).status).toBe(429)
  for (const sent of slow) sent.destroy()
  const form = new FormData()
  form.append('file', new File(['Hello'], 'a.txt'))
  await expect
    .poll(async () => {
      const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
      return (await fetch(`${server.url}/api${path}`, init)).status
    })
    .toBe(201)
})

test('L9 a visitor has at most ten streams, the newest, and an address a hundred', async () => {
  const server = await startServer({ ...BEHIND_PROXY, limits: { addressStreamsOpen: 14 } })
  const [first, second] = [await createVisitor(server), await createVisitor(server)]
  const follow = (token: string) =>
    fetch(`${server.url}/api/widget/stream`, {
      headers: { authorization: `Bearer ${token}`, ...from('203.0.113.7') },
    })
  const ended: number[] = []
  const opened = []
  for (let count = 0; count < 12; count += 1) {
    const stream = await follow(first.token)
    opened.push(stream.status)
    const reader = stream.body!.getReader()
    void (async () => {
      while (!(await reader.read()).done);
      ended.push(count)
    })().catch(() => undefined)
  }
  expect(opened).toEqual(Array(12).fill(200))
  await expect.poll(() => ended).toEqual([0, 1])
  const others = []
  for (let count = 0; count < 5; count += 1) others.push((await follow(second.token)).status)
  expect(others).toEqual([200, 200, 200, 200, 429])
  const asOperator = await fetch(`${server.url}/api/user/stream`, {
    headers: { authorization: `Bearer ${first.token}` },
  })
  expect(asOperator.status).toBe(401)
})

test('L9 typing events are few and small', async () => {
  const server = await startServer({ rates: { ...RATES, ...scaled(1) } })
  const { token, conversationId } = await createVisitor(server)
  const type = async (text: string) =>
    (
      await send(
        server.url,
        `/widget/conversations/${conversationId}/typing`,
        { active: true, text },
        { token },
      )
    ).status
  const statuses = []
  for (let count = 0; count < 185; count += 1) statuses.push(await type('x'))
  expect(statuses.filter((status) => status === 200)).toHaveLength(180)
  expect(statuses.at(-1)).toBe(429)
})
