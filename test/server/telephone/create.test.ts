import { expect, test } from 'vitest'
import {
  createCall,
  lookUpCall,
  type OutgoingCall,
} from '../../../server/providers/voice/form-api/create.ts'
import { type Change, changeCall } from '../../../server/providers/voice/form-api/live-update.ts'
import { document, pause } from '../../../server/providers/voice/form-api/twiml.ts'
import { PUBLIC, startDoor } from '../../support/telephone-door.ts'
import type { CallPersonality } from '../../support/telephone-personalities.ts'

const { signal } = new AbortController()
const MINUTE = 60_000

const CALL: OutgoingCall = {
  from: '+14155552671',
  to: '+12025550123',
  twiml: document(pause(60)),
  statusUrl: `${PUBLIC}/status/1`,
  verdictUrl: `${PUBLIC}/amd/1`,
  ringingTime: 25,
  maxDuration: 600,
}

/** A provider on a clock that is advanced by hand. */
async function open(personality: CallPersonality = 'created') {
  let time = Date.parse('2026-01-01T12:00:00Z')
  const now = () => new Date(time)
  const door = await startDoor({ now, personalityOf: () => personality })
  const { context, account } = door
  return {
    ...door,
    create: (call = CALL) => createCall(context, account, call, signal),
    lookUp: (sid: string | null, taken: readonly string[] = []) =>
      lookUpCall(
        context,
        account,
        {
          ...CALL,
          sid,
          createdAt: Date.parse('2026-01-01T12:00:00Z'),
          isTaken: (other) => taken.includes(other),
        },
        signal,
      ),
    change: (sid: string, change: Change) => changeCall(context, account, { sid, change, signal }),
    wait: (ms: number) => {
      time += ms
    },
  }
}

test('a call is placed as a form, subscribing to every event', async () => {
  const { create, provider } = await open()
  expect(await create()).toMatchObject({ result: 'accepted', sid: provider.calls[0]!.sid })
  expect([...provider.arrivals[0]!]).toEqual([
    ['To', '+12025550123'],
    ['From', '+14155552671'],
    ['Twiml', CALL.twiml],
    ['StatusCallback', `${PUBLIC}/status/1`],
    ['StatusCallbackMethod', 'POST'],
    ['StatusCallbackEvent', 'initiated'],
    ['StatusCallbackEvent', 'ringing'],
    ['StatusCallbackEvent', 'answered'],
    ['StatusCallbackEvent', 'completed'],
    ['Timeout', '25'],
    ['TimeLimit', '600'],
    ['MachineDetection', 'DetectMessageEnd'],
    ['MachineDetectionTimeout', '30'],
    ['AsyncAmd', 'true'],
    ['AsyncAmdStatusCallback', `${PUBLIC}/amd/1`],
    ['AsyncAmdStatusCallbackMethod', 'POST'],
  ])
})

test('answering machine detection is requested only where it is needed', async () => {
  const { create, provider } = await open()
  await create({ ...CALL, verdictUrl: undefined })
  expect(provider.arrivals[0]!.has('MachineDetection')).toBe(false)
})

test.each([
  ['invalidNumber', 'refused'],
  ['unauthorized', 'refused'],
  ['busy', 'refused'],
  ['failing', 'unknown'],
  ['failingKept', 'unknown'],
  ['reset', 'unknown'],
  ['resetUnread', 'unknown'],
  ['brokenJson', 'unknown'],
] as const)('dialling with a provider that is %s is %s', async (personality, result) => {
  const { create, provider } = await open(personality)
  const posted = await create()
  expect(posted.result).toBe(result)
  expect(JSON.stringify(posted)).not.toMatch(/canary|AC[0-9a-f]{32}|CA[0-9a-f]{32}/)
  expect(provider.arrivals).toHaveLength(1)
})

test('a call whose response was lost is found by its numbers and time', async () => {
  const { create, lookUp, provider } = await open('reset')
  await create()
  await provider.calls[0]!.ring()
  expect(await lookUp(null)).toMatchObject({
    result: 'found',
    report: { sid: provider.calls[0]!.sid, state: 'ringing' },
  })
  expect(provider.reads[0]).toMatch(/Calls\.json\?To=%2B12025550123&From=%2B14155552671&StartTime/)
})

test('a call already known as another one of ours is not a match', async () => {
  const { create, lookUp, provider, wait } = await open('reset')
  await create()
  wait(5 * MINUTE)
  expect(await lookUp(null, [provider.calls[0]!.sid])).toEqual({ result: 'absent' })
})

test('a missing call counts as never dialled only after four minutes', async () => {
  const { create, lookUp, wait } = await open('failing')
  await create()
  expect(await lookUp(null)).toMatchObject({ result: 'unclear' })
  wait(5 * MINUTE)
  expect(await lookUp(null)).toEqual({ result: 'absent' })
})

test('a provider that gives no information leaves it open', async () => {
  const { create, lookUp, provider, wait } = await open('reset')
  await create()
  wait(5 * MINUTE)
  provider.breakReads(503)
  expect(await lookUp(null)).toMatchObject({ result: 'unclear' })
  expect(await lookUp(provider.calls[0]!.sid)).toMatchObject({ result: 'unclear' })
})

test('a call is looked up by its sid', async () => {
  const { create, lookUp, provider, wait } = await open()
  await create()
  const call = await provider.call()
  await call.answer()
  wait(42_000)
  await call.hangUp()
  expect(await lookUp(call.sid)).toMatchObject({
    result: 'found',
    report: { state: 'completed', duration: 42 },
  })
})

test('a call is hung up, cancelled, and given other instructions', async () => {
  const { create, change, provider } = await open()
  await create()
  const call = await provider.call()
  const { sid } = call
  await call.ring()
  await call.answer()
  expect(await change(sid, { kind: 'cancel' })).toMatchObject({ result: 'refused' })
  expect(await change(sid, { kind: 'replace', twiml: document(pause(50)) })).toEqual({
    result: 'done',
  })
  await call.does('Pause')
  expect(call.status).toBe('in-progress')
  expect(await change(sid, { kind: 'hang-up' })).toEqual({ result: 'done' })
  await call.over()
  expect(call.status).toBe('completed')
  expect(await change(sid, { kind: 'hang-up' })).toEqual({ result: 'over' })
})

test('a call that is still ringing is hung up as well', async () => {
  const { create, change, provider } = await open()
  await create()
  await provider.calls[0]!.ring()
  await change(provider.calls[0]!.sid, { kind: 'hang-up' })
  expect(provider.calls[0]!.status).toBe('canceled')
})

test.each(['to another number', 'from another number', 'of another time', 'that came in'])(
  'a lookup does not find a call %s',
  async (difference) => {
    const { create, lookUp, provider, wait } = await open()
    if (difference === 'of another time') wait(30 * MINUTE)
    if (difference === 'that came in')
      await provider.callIn({ ...CALL, voiceUrl: `${PUBLIC}/incoming` })
    else
      await create({
        ...CALL,
        ...(difference === 'to another number' && { to: '+493012345' }),
        ...(difference === 'from another number' && { from: '+493012345' }),
      })
    wait(5 * MINUTE)
    expect(provider.calls).toHaveLength(1)
    expect(await lookUp(null)).toEqual({ result: 'absent' })
  },
)
