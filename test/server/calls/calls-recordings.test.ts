import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importCalls } from '#contracts/call-import.ts'
import { deleteCall, getCall, listCalls } from '#contracts/calls.ts'
import { startServer as start } from '../../../server/start.ts'
import { activeAssistant, callDesk, dial, NUMBERS, playOut } from '../../support/calls.ts'
import { createClock } from '../../support/clock.ts'
import { emptyDataFolder, testConfig, testServer } from '../../support/server.ts'

/** A recorded call, and its recording's URL. */
async function recorded() {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { record: true }), NUMBERS.hangUp)
  const { recording_url } = await playOut(desk, id)
  return { desk, id, url: recording_url! }
}

/** Requests a path verbatim, which `fetch` would normalise. */
function raw(origin: string, target: string): Promise<number> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const req = request({ hostname, port, path: target }, (res) => {
      res.resume()
      resolve(res.statusCode!)
    })
    req.on('error', reject).end()
  })
}

test('a recording is a self-describing WAV file under an unguessable name', async () => {
  const { desk, url } = await recorded()
  expect(url).toMatch(new RegExp(`^${desk.url}/recordings/[\\w-]{43}\\.wav$`))
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/wav',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-length': String(bytes.length),
  })
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  // PCM, one channel, 8,000 samples per second of 8 bits.
  expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22)]).toEqual([1, 1])
  expect([bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([8000, 8])
  expect(bytes.toString('latin1')).toContain('A simulation: no telephone rang')
  const data = bytes.indexOf('data')
  expect(bytes.readUInt32LE(data + 4)).toBe(bytes.length - data - 8)
  expect(bytes.length).toBeGreaterThan(10_000)
  expect(bytes.length).toBeLessThan(300_000)
})

test('a player may request a range, or the headers alone', async () => {
  const { url } = await recorded()
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
  const part = await fetch(url, { headers: { range: 'bytes=100-199' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${whole.length}`)
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true)
  const beyond = await fetch(url, { headers: { range: 'bytes=9999999-' } })
  expect([beyond.status, await beyond.text()]).toEqual([
    416,
    '{"message":"Range not satisfiable."}',
  ])
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)])
})

test('only names of recordings lead to files', async () => {
  const { desk, url } = await recorded()
  const folder = desk.context.recordings.folder()
  writeFileSync(path.join(folder, 'notes.txt'), 'secret')
  const beside = path.join(folder, '..', 'beside.wav')
  writeFileSync(beside, 'secret')
  onTestFinished(() => rmSync(beside))
  const name = url.split('/').at(-1)!
  for (const target of [
    'notes.txt',
    '../beside.wav',
    '..%2fbeside.wav',
    '..%5cbeside.wav',
    '%2e%2e/beside.wav',
    `./${name}`,
    `%2e%2f${name}`,
    `${name}%00`,
    `${name}/`,
    `${name.slice(0, -4)}.WAV`,
    '',
    `${'a'.repeat(43)}.wav`,
  ]) {
    expect([target, await raw(desk.url, `/recordings/${target}`)]).toEqual([target, 404])
  }
  const missing = await fetch(`${desk.url}/recordings/${'a'.repeat(43)}.wav`)
  expect(await missing.text()).toBe('{"message":"Not found."}')
  expect(missing.headers.get('content-type')).toContain('application/json')
})

test('an in-memory server leaves no recordings behind', async () => {
  const { desk } = await recorded()
  const folder = desk.context.recordings.folder()
  expect(readdirSync(folder)).toHaveLength(1)
  await desk.server.stop()
  expect(existsSync(folder)).toBe(false)
})

test('a call that should not be recorded has no recording', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk), NUMBERS.hangUp)
  expect(await playOut(desk, id)).toMatchObject({ status: 'completed', recording_url: null })
})

test('a recording is deleted with its call', async () => {
  const { desk, id, url } = await recorded()
  await desk.call(deleteCall, { params: { id } })
  expect((await fetch(url)).status).toBe(404)
  expect(readdirSync(desk.context.recordings.folder())).toEqual([])
})

test('a call deleted while its recording is being made leaves none', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { record: true }), NUMBERS.hangUp)
  const finishing = desk.context.db
    .prepare<[], string>("SELECT payload FROM jobs WHERE kind = 'call.finish'")
    .pluck()
  const { saveSync } = desk.context.recordings
  const names: string[] = []
  // Between writing the file and the commit.
  Object.assign(desk.context.recordings, {
    saveSync(name: string, content: Uint8Array) {
      saveSync(name, content)
      names.push(name)
      desk.context.db.prepare('DELETE FROM calls WHERE id = ?').run(id)
    },
  })
  await desk.clock.advance(600_000)
  expect(names).toHaveLength(1)
  expect(readdirSync(desk.context.recordings.folder())).toEqual([])
  expect(finishing.all()).toEqual([])
})

test('a recording that cannot be saved does not delay the call', async () => {
  const desk = await callDesk()
  const id = await dial(desk, await activeAssistant(desk, { record: true }), NUMBERS.hangUp)
  Object.assign(desk.context.recordings, {
    saveSync() {
      throw new Error('no space left')
    },
  })
  expect(await playOut(desk, id)).toMatchObject({ status: 'completed', recording_url: null })
})

test('in a data folder recordings are readable by its user only, and survive a restart', async () => {
  const dataDir = emptyDataFolder()
  const clock = createClock()
  const live = async () => {
    const server = await start(testConfig({ dataDir }), clock.outside)
    onTestFinished(() => server.stop())
    return { ...testServer(server), clock }
  }
  const first = await live()
  first.context.db.prepare('UPDATE users SET balance = 1000000').run()
  const id = await dial(first, await activeAssistant(first, { record: true }), NUMBERS.hangUp)
  const { recording_url } = await playOut(first, id)
  const name = recording_url!.split('/').at(-1)!
  const folder = path.join(dataDir, 'recordings')
  expect(readdirSync(folder)).toEqual([name])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600)
  await first.server.stop()
  const second = await live()
  const call = await second.call(getCall, { params: { id } })
  expect(call.recording_url).toBe(`${second.url}/recordings/${name}`)
  expect((await fetch(call.recording_url!)).status).toBe(200)
})

test('a recording hosted elsewhere keeps its URL, and deleting its call deletes no file', async () => {
  const { desk, url } = await recorded()
  const assistant_id = await activeAssistant(desk)
  const elsewhere = 'https://recordings.example.com/1.wav'
  await desk.call(importCalls, {
    body: {
      calls: [
        {
          assistant_id,
          type: 'web',
          status: 'completed',
          recording_url: elsewhere,
          created_at: '2030-01-01 00:00:00',
        },
      ],
    },
  })
  const [call] = (await desk.call(listCalls)).data
  expect(call!.recording_url).toBe(elsewhere)
  await desk.call(deleteCall, { params: { id: call!.id } })
  expect((await fetch(url)).status).toBe(200)
})
