import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusesBefore } from '../../../server/features/calls/states.ts'
import { verdictIn } from '../../../server/providers/voice/form-api/amd.ts'
import {
  eventsOf,
  reportIn,
  reportShown,
  type StatusReport,
} from '../../../server/providers/voice/form-api/status.ts'
import type { LineEvent } from '../../../server/providers/voice/provider.ts'

const NOW = new Date('2026-01-01T12:00:00Z')
const SID = `CA${'0'.repeat(32)}`
const callback = (CallStatus: string, more: Record<string, string> = {}) =>
  reportIn(new URLSearchParams({ CallSid: SID, CallStatus, ...more }), NOW)
const events = (report: StatusReport | undefined) => eventsOf(report!, 600)

test.each([
  ['queued', []],
  ['initiated', []],
  ['ringing', ['ringing']],
  ['in-progress', ['ringing', 'answered']],
  ['completed', ['ringing', 'answered', 'hung_up']],
  ['busy', ['busy']],
  ['no-answer', ['no-answer']],
  ['failed', ['failed']],
  ['canceled', ['failed']],
])('a call that is %s has gone so far: %j', (status, kinds) => {
  expect(events(callback(status)).map(({ kind }) => kind)).toEqual(kinds)
})

test('a completed call was answered as long ago as it lasted', () => {
  const report = callback('completed', {
    Timestamp: 'Thu, 01 Jan 2026 11:59:30 +0000',
    CallDuration: '90',
  })
  const [, answered, over] = events(report)
  expect(answered).toMatchObject({ at: Date.parse('2026-01-01T11:58:00Z'), by: 'unknown' })
  expect(over).toMatchObject({ at: Date.parse('2026-01-01T11:59:30Z'), by: 'customer' })
})

test('a call of maximum length was ended by its limit', () => {
  expect(events(callback('completed', { CallDuration: '600' }))[2]).toMatchObject({ by: 'limit' })
  expect(events(callback('completed', { CallDuration: '599' }))[2]).toMatchObject({
    by: 'customer',
  })
})

test('a missing, malformed or future time counts as now', () => {
  for (const Timestamp of ['', 'yesterday', 'Fri, 02 Jan 2026 11:59:30 +0000'])
    expect(callback('ringing', { Timestamp })!.at).toBe(NOW.getTime())
})

test('an invalid report is ignored', () => {
  expect(callback('exploded')).toBeUndefined()
  expect(callback('constructor')).toBeUndefined()
  expect(reportIn(new URLSearchParams({ CallStatus: 'ringing' }), NOW)).toBeUndefined()
  expect(callback('ringing', { CallSid: '../../Accounts' })).toBeUndefined()
})

test('a looked-up call is reported the same way', () => {
  const shown = {
    sid: SID,
    status: 'completed',
    start_time: 'Thu, 01 Jan 2026 11:00:00 +0000',
    end_time: 'Thu, 01 Jan 2026 11:00:30 +0000',
    duration: '30',
    answered_by: 'machine_end_beep',
  }
  expect(reportShown(shown, NOW)).toEqual({
    sid: SID,
    state: 'completed',
    at: Date.parse('2026-01-01T11:00:30Z'),
    duration: 30,
    answeredBy: 'machine',
  })
})

/** A call's status after each kind of event. */
const STATUS = {
  ringing: 'ringing',
  answered: 'in-progress',
  hung_up: 'ended_by_customer',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
} as const satisfies Record<LineEvent['kind'], string>

test('late, duplicate and reordered reports leave no call open, and it ends as the last one says', () => {
  const answered = ['queued', 'ringing', 'in-progress', 'completed']
  const life = fc.constantFrom(
    answered,
    ['queued', 'ringing', 'busy'],
    ['queued', 'ringing', 'no-answer'],
    ['queued', 'failed'],
    ['queued', 'ringing', 'canceled'],
  )
  const told = life.chain((states) =>
    fc.tuple(
      fc.constant(states),
      fc
        .array(fc.constantFrom(...states), { maxLength: 6 })
        .chain((again) =>
          fc.shuffledSubarray([...states, ...again], { minLength: states.length + again.length }),
        ),
    ),
  )
  fc.assert(
    fc.property(told, ([states, order]) => {
      let status = 'initiated'
      for (const event of order.flatMap((state) => events(callback(state)))) {
        const next = STATUS[event.kind]
        if ((statusesBefore(next) as string[]).includes(status)) status = next
      }
      const last = states.at(-1)!
      expect(status).toBe(STATUS[events(callback(last)).at(-1)!.kind])
    }),
  )
})

test.each([
  ['human', 'human', false],
  ['machine_start', 'machine', false],
  ['machine_end_beep', 'machine', true],
  ['machine_end_silence', 'machine', true],
  ['machine_end_other', 'machine', true],
  ['fax', 'machine', true],
  ['unknown', 'unknown', false],
  ['somebody', 'unknown', false],
])('%s answered the call: %s', (AnsweredBy, by, isGreetingOver) => {
  const verdict = verdictIn(new URLSearchParams({ CallSid: SID, AnsweredBy }))
  expect(verdict).toEqual({ sid: SID, by, isGreetingOver })
})

test('a verdict without a call, or without a value, is ignored', () => {
  expect(verdictIn(new URLSearchParams({ AnsweredBy: 'human' }))).toBeUndefined()
  expect(verdictIn(new URLSearchParams({ CallSid: SID }))).toBeUndefined()
})
