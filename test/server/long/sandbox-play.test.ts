import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedCall } from '#contracts/played-calls.ts'
import type { Act } from '../../../server/features/calls/sandbox/moment.ts'
import { createPlay } from '../../../server/features/calls/sandbox/play.ts'
import type { TurnSettings } from '../../../server/features/calls/session/settings.ts'
import type { Scene } from '../../../server/providers/voice/sandbox/scenes.ts'

const ms = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const settings: fc.Arbitrary<TurnSettings> = fc.record({
  endpointMs: ms(200, 1200),
  endsByWords: fc.boolean(),
  interruptMs: ms(80, 800),
  canBeInterrupted: fc.boolean(),
  interruptWords: fc.integer({ min: 0, max: 10 }),
  saysFillers: fc.boolean(),
  reengageMs: fc.integer({ min: 7000, max: 60_000 }),
  silenceMs: fc.integer({ min: 1000, max: 60_000 }),
  initialSilenceMs: fc.integer({ min: 1000, max: 60_000 }),
  longestMs: fc.integer({ min: 20_000, max: 200_000 }),
})

const LINES = ['What can you do for me?', 'Perfect.', 'My name is Ada Miller, and I bake.', 'Bye!']

const scene: fc.Arbitrary<Scene> = fc.record({
  outcome: fc.constant('human' as const),
  lines: fc.array(fc.constantFrom(...LINES), { maxLength: 5 }),
  speaksFirst: fc.boolean(),
  isEndless: fc.boolean(),
  ending: fc.constantFrom('customer' as const, 'silence' as const),
  pauseMs: fc.integer({ min: 1000, max: 20_000 }),
  interrupts: fc.boolean(),
  hesitates: fc.boolean(),
  isRepeated: fc.constant(false),
})

const answers = fc.array(
  fc.record({
    text: fc.constantFrom('', 'Yes.', 'We bake at five in the morning, and sell from six.'),
    isLast: fc.constantFrom(false, false, false, true),
    ms: ms(0, 4000),
  }),
  { minLength: 1, maxLength: 6 },
)

const FILLER = 'Let me see.'

type Play = ReturnType<typeof createPlay>

/** Plays a call to its end, in the form stored between its steps. */
function playOut(play: Play, given: readonly { text: string; isLast: boolean; ms: number }[]) {
  const acts: Act[] = []
  let now = 0
  let asked = 0
  let step = play.advance(play.begin(), now)
  for (let count = 0; ; count += 1) {
    expect(count).toBeLessThan(2000)
    acts.push(...step.acts)
    if (acts.some(({ kind }) => kind === 'hang-up')) return { acts, now }
    expect(step.next).toBeGreaterThanOrEqual(now)
    now = step.next
    const { question, ...call } = PlayedCall.parse(JSON.parse(JSON.stringify(step.call)))
    const { ms: late, ...found } = given[asked % given.length]!
    if (question) asked += 1
    const answer = question && { ...found, thought: question.thought, at: now + late }
    step = play.advance({ call: { ...call, ...(answer && { answer }) }, acts: [] }, now)
  }
}

/** Texts that an assistant may be heard to say, in full or in part. */
const heardIn = (given: readonly { text: string }[]): string[] =>
  given.flatMap(({ text }) => [text, FILLER, `${FILLER} ${text}`])

test('whatever the settings and words, a call ends by its maximum duration and contains no invented word', () => {
  fc.assert(
    fc.property(settings, scene, answers, fc.boolean(), (chosen, script, given, hasOpening) => {
      // A script that is only a greeting does not repeat.
      const isEndless = script.isEndless && script.lines.length > 1
      const stage = { scene: { ...script, isEndless }, settings: chosen, hasOpening, speed: 1 }
      const { acts, now } = playOut(createPlay({ ...stage, filler: () => FILLER }), given)
      expect(now).toBeLessThanOrEqual(chosen.longestMs)
      for (const act of acts) {
        if (act.kind !== 'spoken') continue
        expect(act.at).toBeLessThanOrEqual(now)
        if (act.speaker === 'customer') expect(act.content).not.toBe('')
        else expect(heardIn(given)).toContainEqual(expect.stringMatching(beginning(act.content)))
      }
    }),
    { numRuns: 300 },
  )
})

/** Matches text with this prefix. */
const beginning = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.?]/g, '\\$&')}`)
