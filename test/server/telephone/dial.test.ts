import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Tx } from '../../../server/db/write.ts'
import { statusesBefore } from '../../../server/features/calls/states.ts'
import { createTelephone, type Leg } from '../../../server/providers/voice/form-api/form-api.ts'
import type { Line, LineEvent } from '../../../server/providers/voice/provider.ts'
import { PUBLIC, telephoneContext } from '../../support/telephone-door.ts'
import type { CallPersonality } from '../../support/telephone-personalities.ts'
import { startTelephoneStandIn } from '../../support/telephone-provider-stand-in.ts'

const MINUTE = 60_000
const START = Date.parse('2026-01-01T12:00:00Z')

const LINE: Line = {
  callId: 1,
  type: 'outbound',
  customerNumber: '+12025550123',
  assistantNumber: '+14155552671',
  language: 'en',
  otherLanguages: [],
  ringingTime: 25,
  maxDuration: 600,
  maxSilence: 40,
  customerSpeaksFirst: false,
}

/** A call's status after each kind of event. */
const STATUS = {
  ringing: 'ringing',
  answered: 'in-progress',
  hung_up: 'ended',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
} as const satisfies Record<LineEvent['kind'], string>

/** The point at which a process dies. */
type Death = 'before dialling' | 'after dialling'

type Provider = Awaited<ReturnType<typeof startTelephoneStandIn>>

/** A switchboard and a server's storage, which outlives its process; the provider is real. */
function desk(provider: Provider, clock: { time: number }) {
  const kept = new Map<number, Leg>()
  const status = new Map<number, string>()
  let death: Death | undefined
  const isOpen = (callId: number) =>
    ['initiated', 'ringing', 'in-progress'].includes(status.get(callId) ?? 'initiated')
  const telephone = createTelephone(
    {
      ...telephoneContext(provider.host, () => new Date(clock.time)),
      write: Object.assign(async <result>(work: (tx: Tx) => result) => work({} as Tx), {
        pending: () => undefined,
      }) as never,
      log: { warn: () => {} } as never,
    },
    {
      account: provider.account,
      publicUrl: PUBLIC,
      givenUp: new AbortController().signal,
      legs: {
        find: (callId) => kept.get(callId),
        async begin(callId, leg) {
          if (kept.has(callId)) return undefined
          const begun = { ...leg, ref: `ref-of-${callId}`, sid: null }
          kept.set(callId, begun)
          if (death === 'before dialling') throw new Error('The process has died')
          return begun
        },
        async bind(callId, sid) {
          if (death === 'after dialling') throw new Error('The process has died')
          const leg = kept.get(callId)!
          kept.set(callId, { ...leg, sid: leg.sid ?? sid })
        },
        isTaken: (callId, sid) => [...kept].some(([id, leg]) => id !== callId && leg.sid === sid),
      },
      switchboard: {
        line: (callId) => (isOpen(callId) ? { ...LINE, callId } : undefined),
        report(_, callId, { kind }) {
          const before = statusesBefore(STATUS[kind]) as string[]
          if (!before.includes(status.get(callId) ?? 'initiated')) return false
          status.set(callId, STATUS[kind])
          return true
        },
      },
    },
  )
  return {
    telephone,
    isOpen,
    statusOf: (callId: number) => status.get(callId) ?? 'initiated',
    sidOf: (callId: number) => kept.get(callId)?.sid,
    /** The operator ends the call. */
    end: (callId: number) => void status.set(callId, 'failed'),
    dieAt: (where: Death | undefined) => {
      death = where
    },
  }
}

async function open(...personalities: CallPersonality[]) {
  const clock = { time: START }
  const provider = await startTelephoneStandIn({
    now: () => new Date(clock.time),
    personalityOf: (_, attempt) => personalities[attempt - 1] ?? 'created',
  })
  onTestFinished(provider.close)
  return { clock, provider, ...desk(provider, clock) }
}

test('a call is dialled with its own callback addresses, and identified by its sid', async () => {
  const { telephone, provider, sidOf } = await open()
  await telephone.dial(LINE)
  const form = provider.arrivals[0]!
  expect(form.get('StatusCallback')).toBe(`${PUBLIC}/api/provider/voice/status/ref-of-1`)
  expect(form.get('AsyncAmdStatusCallback')).toBe(`${PUBLIC}/api/provider/voice/amd/ref-of-1`)
  expect(form.get('Twiml')).toContain(
    '<Connect><Stream url="wss://chat.example.com/api/provider/voice/media/ref-of-1"/></Connect>' +
      `<Redirect method="POST">${PUBLIC}/api/provider/voice/next/ref-of-1</Redirect>`,
  )
  expect(sidOf(1)).toBe(provider.calls[0]!.sid)
  await telephone.dial(LINE)
  expect(provider.arrivals).toHaveLength(1)
})

test.each([
  ['without a public address', { publicUrl: undefined }, LINE, /PARLEY_PUBLIC_URL/],
  ['without a number of its own', {}, { ...LINE, assistantNumber: null }, /no telephone number/],
])('an assistant %s calls nobody', async (_, options, line, reason) => {
  const { provider } = await open()
  const never = () => {
    throw new Error('Nothing is kept')
  }
  const telephone = createTelephone(
    { ...telephoneContext(provider.host), write: never as never, log: {} as never },
    {
      account: provider.account,
      publicUrl: PUBLIC,
      legs: { find: never, begin: never, bind: never, isTaken: never },
      switchboard: { line: never, report: never },
      givenUp: new AbortController().signal,
      ...options,
    },
  )
  await expect(telephone.dial(line)).rejects.toThrow(reason)
  expect(provider.arrivals).toEqual([])
})

test('a definite refusal is thrown, with a reason free of secrets', async () => {
  const { telephone } = await open('invalidNumber')
  await expect(telephone.dial(LINE)).rejects.toThrow(/^21211: .* \(account …, …, …\)$/)
})

test('a call whose reports are lost is looked up until it is over', async () => {
  const { telephone, provider, clock, statusOf } = await open()
  await telephone.dial(LINE)
  const [call] = provider.calls
  await call!.ring()
  expect(await telephone.follow(1)).toEqual(new Date(START + 55_000))
  expect(statusOf(1)).toBe('ringing')
  clock.time = START + 55_000
  await call!.fail('no-answer')
  expect(await telephone.follow(1)).toBeUndefined()
  expect(statusOf(1)).toBe('no-answer')
})

test('a call without any information is over when no call could be longer', async () => {
  const { telephone, provider, clock, statusOf } = await open('reset')
  await telephone.dial(LINE)
  provider.breakReads(503)
  const looks: number[] = []
  for (let next = await telephone.follow(1); next; next = await telephone.follow(1)) {
    clock.time = next.getTime()
    looks.push((clock.time - START) / 1000)
  }
  expect(looks).toEqual([55, 60, 300, 685, 1800])
  expect(statusOf(1)).toBe('failed')
})

test('a call ended before its sid was known is hung up once it is', async () => {
  const { telephone, provider, end, clock } = await open('reset')
  await telephone.dial(LINE)
  end(1)
  await telephone.ending(1)()
  await provider.calls[0]!.ring()
  clock.time += MINUTE
  expect(await telephone.follow(1)).toBeUndefined()
  expect(provider.calls[0]!.status).toBe('canceled')
})

test('a call that could not be hung up is hung up later', async () => {
  const { telephone, provider, end, statusOf } = await open()
  await telephone.dial(LINE)
  end(1)
  provider.breakReads(503)
  expect(await telephone.follow(1)).toBeInstanceOf(Date)
  provider.breakReads(undefined)
  expect(await telephone.follow(1)).toBeUndefined()
  expect([provider.calls[0]!.status, statusOf(1)]).toEqual(['canceled', 'failed'])
})

const PERSONALITIES: readonly CallPersonality[] = [
  'created',
  'failing',
  'failingKept',
  'reset',
  'resetUnread',
  'brokenJson',
  'invalidNumber',
]

test('whatever goes wrong, one request is dialled once, and every call ends', async () => {
  const plan = fc.record({
    personality: fc.constantFrom(...PERSONALITIES),
    death: fc.constantFrom<(Death | undefined)[]>(undefined, 'before dialling', 'after dialling'),
    steps: fc.array(fc.constantFrom(...STEPS), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ personality, death, steps }) => {
      const clock = { time: START }
      await using provider = await startTelephoneStandIn({
        now: () => new Date(clock.time),
        // A second request would succeed, so it must never be sent.
        personalityOf: (_, attempt) => (attempt === 1 ? personality : 'created'),
      })
      const story = { provider, clock, ...desk(provider, clock) }
      const { telephone, isOpen, sidOf } = story
      story.dieAt(death)
      await ACTIONS.dial(story)
      story.dieAt(undefined)
      for (const step of steps) await ACTIONS[step](story)
      provider.breakReads(undefined)
      clock.time += 5 * MINUTE
      for (let next = await telephone.follow(1); next; next = await telephone.follow(1))
        clock.time = next.getTime()
      expect(provider.arrivals.length).toBeLessThanOrEqual(1)
      const [call, ...more] = provider.calls
      expect(more).toEqual([])
      expect(sidOf(1) ?? undefined).toBe(call?.sid)
      // Neither here nor at the provider.
      expect([isOpen(1), call?.isOver() ?? true]).toEqual([false, true])
    }),
    { numRuns: 40 },
  )
})

type Story = Awaited<ReturnType<typeof open>>

/** Things that may happen to a call. */
const ACTIONS = {
  dial: async ({ telephone }: Story) => {
    try {
      await telephone.dial(LINE)
    } catch {
      // The caller of `dial` has received the error.
    }
  },
  follow: ({ telephone }: Story) => telephone.follow(1),
  wait: ({ clock }: Story) => {
    clock.time += 2 * MINUTE
  },
  end: ({ end }: Story) => end(1),
  report: async ({ telephone, provider: { calls } }: Story) => {
    if (calls[0]) await telephone.bind(1, calls[0].sid)
  },
  ring: async ({ provider: { calls } }: Story) => {
    if (calls[0]?.status === 'queued') await calls[0].ring()
  },
  break: ({ provider }: Story) => provider.breakReads(503),
  mend: ({ provider }: Story) => provider.breakReads(undefined),
} as const

const STEPS = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]
