import { expect, test } from 'vitest'
import { muLaw } from '../../../server/media/g711.ts'
import { verdictIn } from '../../../server/providers/voice/form-api/amd.ts'
import { createCall, type OutgoingCall } from '../../../server/providers/voice/form-api/create.ts'
import { reportIn } from '../../../server/providers/voice/form-api/status.ts'
import {
  connectStream,
  dial,
  document,
  gather,
  hangUp,
  pause,
  redirect,
  reject,
  type Verb,
} from '../../../server/providers/voice/form-api/twiml.ts'
import { PUBLIC, startDoor } from '../../support/telephone-door.ts'

/* Streams, callbacks and instructions over real sockets, between Parley's codecs and a provider stand-in. */

const { signal } = new AbortController()
const stream = connectStream({ url: `wss://chat.example.com/media/1`, parameters: { call: '7' } })

type Door = Awaited<ReturnType<typeof startDoor>>

async function dialled(door: Door, ...verbs: readonly Verb[]) {
  const call: OutgoingCall = {
    from: '+14155552671',
    to: '+12025550123',
    twiml: document(...verbs),
    statusUrl: `${PUBLIC}/status/1`,
    verdictUrl: `${PUBLIC}/amd/1`,
    ringingTime: 25,
    maxDuration: 600,
  }
  expect(await createCall(door.context, door.account, call, signal)).toMatchObject({
    result: 'accepted',
  })
  return door.provider.call()
}

/** An answered call, with both ends of its stream. */
async function talking(door: Door) {
  const call = await dialled(door, stream)
  await call.answer()
  return { call, telephone: await call.stream(), parley: await door.end() }
}

test('caller and assistant hear each other', async () => {
  const { call, telephone, parley } = await talking(await startDoor())
  telephone.say('Who is there?')
  await parley.hears('Who is there?')
  parley.say('It is Parley.')
  await telephone.hears('It is Parley.')
  telephone.press('5')
  await parley.until(() => parley.digits.length > 0)
  await call.hangUp()
  await parley.until(() => parley.ended.length > 0)
  expect({ digits: parley.digits, ended: parley.ended, faults: telephone.faults }).toEqual({
    digits: ['5'],
    ended: ['stopped'],
    faults: [],
  })
})

test('what an interrupted caller has heard is known, whatever marks come back', async () => {
  const { telephone, parley } = await talking(await startDoor())
  parley.say('One two three four five six seven eight nine ten eleven twelve.')
  await telephone.hears('One two three')
  const { ms } = parley.playout.clear()
  const playedMs = telephone.playedMs()
  expect(Math.abs(ms - playedMs)).toBeLessThanOrEqual(60)
  // Marks of dropped audio come back as if it had been heard.
  await parley.until(() => parley.marks.some(([, upTo]) => upTo > ms))
  expect(parley.playout.played().ms).toBe(ms)
  await telephone.cleared()
  parley.say('Sorry.')
  await telephone.hears('Sorry.')
  expect(telephone.heard()).toBe('Sorry.')
})

test('an upgrade with a wrong signature is refused before it succeeds', async () => {
  const door = await startDoor()
  door.provider.breakSignatures()
  const call = await dialled(door, stream, hangUp())
  await call.answer()
  await call.over()
  expect(call.log).toEqual([`Connect Stream wss://chat.example.com/media/1`, '31920 403', 'Hangup'])
})

test('lost, late, duplicate and reordered audio stays in its place', async () => {
  const door = await startDoor({ random: numbers() })
  door.provider.setWeather({ loss: 0.1, repeats: 0.2, jitter: 2, afterStop: 5 })
  const { call, telephone, parley } = await talking(door)
  telephone.say('Nobody hears all of this sentence.')
  await telephone.said()
  await call.hangUp()
  await parley.until(() => parley.ended.length > 0)
  const sent = telephone.spoken.map((frame) => muLaw.decode(muLaw.encode(frame)))
  const isInPlace = (first: number) =>
    parley.frames.every((frame, index) => isSame(frame, sent[first + index]) || isSilent(frame))
  // The first frame to arrive defines where the stream starts.
  expect([0, 1, 2, 3, 4].some(isInPlace)).toBe(true)
  const { length } = parley.frames.filter((frame) => !isSilent(frame))
  expect(length).toBeGreaterThan(40)
  expect(length).toBeLessThan(sent.length)
})

const isSilent = (frame: Int16Array) => frame.every((sample) => sample === 0)
const isSame = (a: Int16Array, b: Int16Array | undefined) =>
  b !== undefined && a.every((sample, index) => sample === b[index])

/** Pseudo-random numbers, the same in every run. */
function numbers(): () => number {
  let seed = 7
  return () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

test('a lost connection ends the stream, and the next instruction is requested', async () => {
  const door = await startDoor()
  door.instruct('/next/1', document(hangUp()))
  const call = await dialled(door, stream, redirect(`${PUBLIC}/next/1`))
  await call.answer()
  const [telephone, parley] = [await call.stream(), await door.end()]
  telephone.break()
  await parley.until(() => parley.ended.length > 0)
  await call.over()
  expect(call.log.slice(1)).toEqual([`Redirect ${PUBLIC}/next/1`, 'Hangup'])
})

test('after we close a stream the call is forwarded, and comes back when nobody answers', async () => {
  const door = await startDoor()
  door.provider.setOtherParty('busy')
  const [action, number] = [`${PUBLIC}/next/2`, '+4930123456']
  door.instruct('/next/1', document(dial({ kind: 'number', number }, { action })))
  door.instruct('/next/2', document(stream))
  const call = await dialled(door, stream, redirect(`${PUBLIC}/next/1`))
  await call.answer()
  const parley = await door.end()
  parley.say('One moment.')
  await (await call.stream()).hears('One moment.')
  parley.close()
  await door.end(1)
  expect(call.log).toContain('Dial Number +4930123456')
  const asked = door.requests.filter(({ path }) => path.startsWith('/next'))
  expect(asked.map(({ path, isSigned }) => [path, isSigned])).toEqual([
    ['/next/1', true],
    ['/next/2', true],
  ])
  expect(asked[1]!.form.get('DialCallStatus')).toBe('busy')
})

test('digits are collected, and an unwanted call is rejected', async () => {
  const door = await startDoor()
  door.instruct('/digits', document(hangUp()))
  door.instruct('/incoming', document(reject('busy')))
  const call = await dialled(door, gather({ action: `${PUBLIC}/digits`, timeout: 5 }))
  await call.answer()
  await call.does('Gather')
  call.press('42#')
  await call.over()
  const collected = door.requests.find(({ path }) => path === '/digits')
  expect(collected!.form.get('Digits')).toBe('42')
  const coming = await door.provider.callIn({
    from: '+12025550123',
    to: '+14155552671',
    voiceUrl: `${PUBLIC}/incoming`,
  })
  await coming.over()
  expect(coming.status).toBe('busy')
})

test('reports are signed, and arrive reordered and duplicated when so configured', async () => {
  const door = await startDoor()
  const call = await dialled(door, pause(60))
  door.provider.hold()
  await call.initiate()
  await call.ring()
  await call.answer()
  await call.judge('machine_end_beep')
  await call.hangUp()
  await door.provider.release((kept) => [...kept].reverse().flatMap((each) => [each, each]))
  const told = door.requests.map(({ path, form, isSigned }) => {
    const state = reportIn(form, new Date())?.state
    return [path, path.startsWith('/amd') ? verdictIn(form) : state, isSigned]
  })
  const verdict = { sid: call.sid, by: 'machine', isGreetingOver: true }
  expect(told).toEqual(
    [
      ['/status/1', 'completed', true],
      ['/amd/1', verdict, true],
      ['/status/1', 'in-progress', true],
      ['/status/1', 'ringing', true],
      ['/status/1', 'queued', true],
    ].flatMap((each) => [each, each]),
  )
})
