import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextState, resultOf } from '../../server/features/calls/campaigns/rounds.ts'

const rules = { maxRetries: 2, retryOnVoicemail: false, retryOnGoalIncomplete: false }
const talked = { status: 'completed', answeredBy: 'human', goal: undefined } as const

test('a call that was busy, unanswered or failed reaches nobody', () => {
  for (const status of ['busy', 'no-answer', 'failed'] as const)
    expect(resultOf({ ...talked, status, answeredBy: 'unknown' }, rules)).toBe('unreached')
})

test('a voicemail counts as reached unless the campaign retries after one', () => {
  const voicemail = { ...talked, answeredBy: 'machine' } as const
  expect(resultOf(voicemail, rules)).toBe('success')
  expect(resultOf(voicemail, { ...rules, retryOnVoicemail: true })).toBe('unreached')
})

test('a missed goal counts only if the campaign says so, and only if it was extracted', () => {
  const strict = { ...rules, retryOnGoalIncomplete: true }
  expect(resultOf({ ...talked, goal: false }, rules)).toBe('success')
  expect(resultOf({ ...talked, goal: false }, strict)).toBe('missed')
  expect(resultOf({ ...talked, goal: true }, strict)).toBe('success')
  expect(resultOf({ ...talked, goal: undefined }, strict)).toBe('success')
})

test('a lead’s next number is called only until somebody was reached', () => {
  const round = { rounds: 0, hasContactLeft: true }
  expect(nextState('unreached', round, rules)).toBe('contact')
  expect(nextState('missed', round, rules)).toBe('rescheduled')
  expect(nextState('success', round, rules)).toBe('completed')
})

test('a lead without success gets one round plus the retries, and no more', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.infiniteStream(fc.constantFrom('unreached' as const, 'missed' as const)),
      (maxRetries, results) => {
        let rounds = 0
        for (const result of results) {
          const state = nextState(result, { rounds, hasContactLeft: false }, { maxRetries })
          rounds += 1
          if (state === 'reached-max-retries') break
          expect(state).toBe('rescheduled')
        }
        expect(rounds).toBe(1 + maxRetries)
      },
    ),
  )
})
