import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { createAssistant, deleteAssistant, listAssistants } from '#contracts/assistants.ts'
import { listConversations } from '#contracts/conversations.ts'
import { listVoices } from '#contracts/lookups.ts'
import { hashOf } from '../../../server/http/principal.ts'
import { scaled } from '../../../server/limits.ts'
import { WRONG_IDS } from '../../generated/faults.ts'
import {
  allProbes,
  callWith,
  idPlaces,
  ownKinds,
  placeName,
  probe,
  visible,
} from '../../generated/probe.ts'
import { startWorld } from '../../generated/start-world.ts'
import { PATIENT_MS, sendBytes } from '../../generated/wire.ts'
import { leastAssistant, rowsOf, type World } from '../../generated/world.ts'
import { everyNth } from '../../support/sample.ts'
import { KEY, startServer } from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'

/* Group A of the threats: access rights. Each test is one row. */

const json = { 'content-type': 'application/json' }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** The operator endpoints, each once, with any ids. */
/** Every tenth in the fast ring: their checks are made in one place. */
const operatorTargets = everyNth(20, allEndpoints)
  .filter(({ endpoint }) => endpoint.plane === 'operator')
  .map(({ name, endpoint }) => ({
    name,
    method: endpoint.method.toUpperCase(),
    target: `/api${endpoint.path.replace(/:\w+/g, '1')}`,
  }))

test('A1 every invalid key gets the same 401 on every endpoint, and no key is accepted in the URL', async () => {
  const { url } = await startServer()
  const { host } = new URL(url)
  const attempts = [
    '',
    'Authorization: Basic eDp5\r\n',
    `Authorization: Bearer  ${KEY}\r\n`,
    `Authorization: ${KEY}\r\n`,
    `Authorization: Bearer ${KEY}\r\nAuthorization: Bearer ${KEY}\r\n`,
    `Authorization: Bearer ${'k'.repeat(8192)}\r\n`,
    `Authorization: Bearer ${KEY}\xff\r\n`,
    `Authorization: Bearer ${KEY.slice(0, -1)}\r\n`,
  ]
  const answers = new Map<string, string>()
  for (const { method, target } of operatorTargets) {
    for (const header of attempts) {
      const query = `api_key=${encodeURIComponent(KEY)}&key=${encodeURIComponent(KEY)}&token=x`
      const answer = await sendBytes(
        url,
        `${method} ${target}?${query} HTTP/1.1\r\nHost: ${host}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`,
        PATIENT_MS,
      )
      const bytes = answer.replace(/^(X-Request-Id|Date): .*\r\n/gm, '')
      answers.set(bytes, `${method} ${target} ${header}`)
    }
  }
  expect([...answers.keys()]).toHaveLength(1)
  const [only] = answers.keys()
  expect(only).toMatch(/^HTTP\/1\.1 401 /)
  expect(only).toMatch(/\r\nWWW-Authenticate: Bearer\r\n/)
  expect(only).toMatch(/\r\n\r\n\{"message":"Unauthenticated\."\}$/)
})

test('A1 a key with a NUL is rejected, and the scheme is case-insensitive', async () => {
  const { url } = await startServer()
  const ask = (authorization: string) =>
    sendBytes(
      url,
      `GET /api/user/me HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`,
      PATIENT_MS,
    )
  expect(await ask(`Bearer ${KEY}\0`)).toMatch(/^HTTP\/1\.1 40[01] /)
  expect(await ask(`bearer ${KEY}`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('A2 a revoked key is rejected at the next request of an open connection, and its stream ends', async () => {
  const { server, owner, wire } = await startWorld()
  const { token } = await (
    await server.fetch('/api/user/api-keys', {
      method: 'POST',
      headers: json,
      body: '{"name":"to be revoked"}',
    })
  )
    .json()
    .then(({ api_key }) => api_key)
  const ask = () => wire.send('GET', '/api/user/me', { headers: bearer(token) })
  const stream = await followStream(`${server.url}/api/user/stream`, bearer(token))
  expect((await ask()).status).toBe(200)
  const id = Number(token.split('|')[0])
  expect(id).not.toBe(owner.things['api key'])
  await wire.send('DELETE', `/api/user/api-keys/${id}`)
  expect((await ask()).status).toBe(401)
  await stream.ended
})

test('A3 no key is stored in clear text, and after twenty wrong ones in a minute an address has to wait', async () => {
  const { url, context, fetch: asOwner } = await startServer({ rates: scaled(1) })
  const rows = context.db.prepare<[], { hash: Buffer }>('SELECT hash FROM api_keys').all()
  expect(rows.map(({ hash }) => hash.toString('hex'))).toEqual([hashOf(KEY).toString('hex')])
  const statuses = []
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await fetch(`${url}/api/user/me`, { headers: bearer(`guess-${count}`) })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(401), 429])
  expect((await asOwner('/api/user/me')).status).toBe(200)
})

test('A3 an almost correct key takes as long as an entirely wrong one', async () => {
  const { wire } = await startWorld()
  const times = { near: [] as number[], far: [] as number[] }
  const keys = { near: `${KEY.slice(0, -1)}x`, far: 'z'.repeat(KEY.length) }
  for (let count = 0; count < 400; count += 1) {
    for (const kind of ['near', 'far'] as const) {
      const begun = performance.now()
      await wire.send('GET', '/api/user/me', { headers: bearer(keys[kind]) })
      times[kind].push(performance.now() - begun)
    }
  }
  // The fastest quarter, since other load made the rest slower.
  const quick = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 4)]!
  const ratio = quick(times.near) / quick(times.far)
  expect(ratio).toBeGreaterThan(0.7)
  expect(ratio).toBeLessThan(1.4)
})

/**
 * The response to a foreign id at a position named by a row of the threats, after comparing it with a missing
 * one's.
 */
async function foreignAt(place: string, made: World) {
  const { place: found, kind } = allProbes().find((each) => placeName(each.place) === place)!
  const { foreign, missing, victimChanged } = await probe(made, found, kind)
  expect([foreign, victimChanged]).toEqual([missing, false])
  const [head, ...body] = foreign.split('\n')
  return { status: Number(head!.slice(0, 3)), body: JSON.parse(body.join('\n')) }
}

test('A4 conversations of a foreign assistant: 422 on assistant_id', async () => {
  const { status, body } = await foreignAt(
    'listConversations query.assistant_id',
    await startWorld(),
  )
  expect([status, body]).toEqual([
    422,
    {
      message: 'The given data was invalid.',
      errors: { assistant_id: ['The selected assistant id is invalid.'] },
    },
  ])
})

test.each(['assistant_id', 'campaign_id'])(
  'A5 calls of a foreign %s: an empty page that counts nothing',
  async (field) => {
    const { status, body } = await foreignAt(`listCalls query.${field}`, await startWorld())
    expect(status).toBe(200)
    expect(body).toMatchObject({ data: [], total: 0, last_page: 1, from: null, to: null })
  },
)

test.each([
  ['body.phone_number_id', 'phone_number_id'],
  ['body.knowledgebase_id', 'knowledgebase_id'],
  ['body.tool_ids.*', 'tool_ids.0'],
  ['body.voice_id', 'voice_id'],
])('A6 an assistant with a foreign id at %s is not created', async (where, key) => {
  const made = await startWorld()
  const count = made.db.prepare('SELECT count(*) FROM assistants').pluck()
  const before = count.get() as number
  const { status, body } = await foreignAt(`createAssistant ${where}`, made)
  expect([status, body.message, Object.keys(body.errors)]).toEqual([
    422,
    'Validation failed',
    [key],
  ])
  // Only the probe with an own id creates one.
  expect(count.get()).toBe(before + 1)
})

test('A7 a foreign number inside a tool is rejected at its position', async () => {
  const { status, body } = await foreignAt(
    'createAssistant body.tools.*.outbound_phone_id',
    await startWorld(),
  )
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toEqual([
    expect.stringMatching(/^tools\.\d\.outbound_phone_id$/),
  ])
})

test('A8 a foreign number sends nothing and reveals nothing about itself', async () => {
  const made = await startWorld()
  made.db.prepare('UPDATE phone_numbers SET sms_capable = 0').run()
  const { status, body } = await foreignAt('sendSms body.from', made)
  expect([status, body]).toEqual([400, { message: 'From number not found' }])
})

test('A9 the webhook of a foreign assistant cannot be set', async () => {
  const { status, body } = await foreignAt(
    'enableConversationEndedWebhook body.assistant_id',
    await startWorld(),
  )
  expect([status, body]).toEqual([404, { message: 'Assistant not found' }])
})

test('A10 read-only fields are not written', async () => {
  const { server, db, other, shared } = await startWorld()
  const { data } = await server.call(createAssistant, {
    body: {
      ...leastAssistant(shared),
      ...{ id: 77, uuid: 'x', user_id: other.userId, status: 'active', balance: 1e6 },
      ...{ deleted_at: '2020-01-01', created_at: 5, allowed_origins: ['https://evil.test'] },
    },
  })
  const row = db.prepare('SELECT * FROM assistants WHERE id = ?').get(data.id)
  expect(data.id).not.toBe(77)
  expect(row).toMatchObject({ user_id: 1, status: 'inactive', deleted_at: null })
  expect(row).toMatchObject({ allowed_origins: '[]', uuid: expect.stringMatching(/^[\w-]{36}$/) })
})

test('A11 ids in paths and queries are whole numbers and nothing else', async () => {
  const made = await startWorld()
  const places = idPlaces().filter(
    ({ where, endpoint, path }) =>
      where !== 'body' && endpoint[where]!.shape[path[0]!].safeParse('x').error,
  )
  expect(places.length).toBeGreaterThan(20)
  const texts = WRONG_IDS.filter((id) => typeof id !== 'object' && id !== '').map(String)
  for (const place of everyNth(20, places)) {
    for (const id of [...texts, 'x', '[1]']) {
      const answer = await callWith(made, place, encodeURIComponent(id))
      const { errors } = JSON.parse(answer.text)
      expect([place.name, id, answer.status, Object.keys(errors ?? {})]).toEqual([
        place.name,
        id,
        422,
        [place.path[0]],
      ])
    }
  }
})

test('A11 leading zeros do not change an id', async () => {
  const { wire, owner } = await startWorld()
  const { id } = JSON.parse(
    (await wire.send('GET', `/api/user/assistant/000${owner.things.assistant}`)).text,
  )
  expect(id).toBe(owner.things.assistant)
})

test('A12 a deleted assistant is treated as never having existed, wherever it is named', async () => {
  const first = await startWorld()
  const places = idPlaces().filter(
    (place) =>
      // Restoring a deletion is the one exception.
      place.name !== 'undeleteAssistant' &&
      ownKinds(place).some((kind) => /^assist/.test(kind) && kind !== 'assistant label'),
  )
  expect(places.length).toBeGreaterThan(10)
  await first.server.call(deleteAssistant, {
    params: { id: first.owner.things.assistant as number },
  })
  for (const place of places) {
    for (const kind of ownKinds(place)) {
      const deleted = await callWith(first, place, first.owner.things[kind])
      const missing = await callWith(first, place, first.missing[kind])
      // Its calls and conversations stay in their lists, so its filter may still find them.
      if (place.where === 'query' && deleted.status === 200) continue
      expect([place.name, visible(deleted, first.owner.things[kind])]).toEqual([
        place.name,
        visible(missing, first.missing[kind]),
      ])
    }
  }
  const { data } = await first.server.call(listAssistants)
  expect(data.map(({ id }) => id)).not.toContain(first.owner.things.assistant)
})

test('A13 no filter of the voices shows another account’s private one', async () => {
  const { server, owner, other, shared } = await startWorld()
  const modes = [undefined, 'pipeline', 'multimodal', 'dualplex'] as const
  for (const mode of modes) {
    for (const language_id of [undefined, ...shared.languages]) {
      const voices = await server.call(listVoices, { query: { mode, language_id } })
      expect(voices.map(({ id }) => id)).not.toContain(other.things.voice)
    }
  }
  const mine = await server.call(listVoices)
  expect(mine.map(({ id }) => id)).toContain(owner.things.voice)
})

test('A14 a secret of one plane grants nothing on another, and a session only its own account', async () => {
  const { server, visitor, wire, other, db } = await startWorld()
  for (const { method, target } of operatorTargets) {
    const answer = await wire.send(method, target, {
      headers: { ...json, ...bearer(visitor.token) },
      body: '{}',
    })
    expect([target, answer.status]).toEqual([target, 401])
  }
  const visitorTargets = allEndpoints.filter(({ endpoint }) => endpoint.plane === 'visitor')
  for (const { endpoint } of visitorTargets) {
    const target = `/api${endpoint.path.replace(/:\w+/g, visitor.conversationId)}`
    const answer = await wire.send(endpoint.method.toUpperCase(), target, {
      headers: json,
      body: '{}',
    })
    expect([target, answer.status]).toEqual([target, 401])
  }
  const before = rowsOf(db, other.userId)
  const signedIn = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { ...json, origin: server.url },
    body: JSON.stringify({ secret: KEY }),
  })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const session = server.as({ cookie })
  const { data } = await session(listConversations)
  expect(data.map(({ id }) => id)).not.toContain(other.things.conversation)
  const theirs = await fetch(`${server.url}/api/user/conversations/${other.things.conversation}`, {
    headers: { cookie },
  })
  expect(theirs.status).toBe(404)
  expect(rowsOf(db, other.userId)).toBe(before)
})

test('A15 a page of another origin gets 403 and no CORS on every operator endpoint, whatever its key', async () => {
  const { wire, url } = await startWorld().then(({ wire, server }) => ({ wire, url: server.url }))
  const foreign = ['https://evil.test', 'null', `${url}.evil.test`, 'http://127.0.0.1:1', 'x']
  for (const { method, target } of operatorTargets) {
    for (const origin of foreign) {
      for (const key of [KEY, 'wrong']) {
        const { status, headers } = await wire.send(method, target, {
          headers: { ...json, ...bearer(key), origin },
          body: '{}',
        })
        expect([target, origin, status]).toEqual([target, origin, 403])
        expect(Object.keys(headers).join()).not.toContain('access-control')
      }
    }
  }
})
