import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLine } from '../../../server/features/calls/telephone/line.ts'
import { joined } from '../../../server/media/tone.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

interface Frame {
  readonly samples: Int16Array
  readonly utterance: number
  readonly ms: number
}

/** A line, a phone with this latency, ms, and everything reported to the session. Time advances in steps of 5 ms. */
function open(wayMs = 60) {
  let time = 0
  let onTheWay: { readonly at: number; readonly arrive: () => void }[] = []
  let buffer: Frame[] = []
  let count = { utterance: 0, ms: 0 }
  const heard: Int16Array[] = []
  const frames: { sequence: number; samples: Int16Array }[] = []
  const told: [what: string, utterance: number, ms: number][] = []
  const later = (arrive: () => void) => void onTheWay.push({ at: time + wayMs, arrive })

  const stream = {
    play(samples: Int16Array, utterance: number): void {
      const ms = (count.utterance === utterance ? count.ms : 0) + 20
      count = { utterance, ms }
      later(() => buffer.push({ samples, utterance, ms }))
    },
    clear: () =>
      later(() => {
        const marks = buffer
        buffer = []
        for (const frame of marks) giveBack(frame)
      }),
  }
  const line = createLine({
    now: () => time,
    stream,
    listener: () => ({
      hear: (frame) => void frames.push(frame),
      played: (utterance, ms) => void told.push(['played', utterance, ms]),
      cleared: (utterance, ms) => void told.push(['cleared', utterance, ms]),
    }),
  })

  function giveBack({ utterance, ms }: Frame): void {
    if (ms % 100 === 0) later(() => line.mark(utterance, ms))
  }

  function step(): void {
    time += 5
    const arrived = onTheWay.filter(({ at }) => at <= time)
    onTheWay = onTheWay.filter(({ at }) => at > time)
    for (const { arrive } of arrived) arrive()
    if (time % 20 !== 0) return
    const next = buffer.shift()
    heard.push(next?.samples ?? new Int16Array(160))
    if (next) giveBack(next)
    line.tick()
  }

  function add(text: string, utterance: number): void {
    const speech = toneSpeech(text, 24_000)
    for (let at = 0; at < speech.length; at += 480)
      line.play(speech.subarray(at, at + 480), utterance)
    // Resampling drops 2 ms at the end.
    line.play(new Int16Array(480), utterance)
  }

  return {
    line,
    frames,
    told,
    pass(ms: number): void {
      for (const end = time + ms; time < end; ) step()
    },
    say(text: string, utterance: number): void {
      line.take({ type: 'utterance', utterance })
      add(text, utterance)
    },
    add,
    /** Length of everything that was heard, without pauses, ms. */
    heardMs: () => heard.filter((frame) => frame.some((sample) => sample !== 0)).length * 20,
    heard: () => hearTones(joined(heard), 8000),
    /** The latest report of a kind. */
    last: (what: string) => told.findLast((each) => each[0] === what),
  }
}

const SENTENCE = 'One two three four five six seven eight nine ten eleven twelve.'

test('an assistant is heard, and every 100 ms the session learns how much of it', () => {
  const { line, say, pass, heard, told, last } = open()
  say('We open at nine.', 1)
  pass(1500)
  expect(heard()).toBe('We open at nine.')
  expect(last('played')).toEqual(['played', 1, 660])
  expect(told.length).toBeGreaterThanOrEqual(6)
  line.take({ type: 'heard', utterance: 1, text: 'We open at nine.' })
  say('Good bye.', 2)
  pass(1000)
  expect(heard()).toBe('We open at nine.Good bye.')
})

test('a caller is heard at the session’s rate, in frames of 20 ms', () => {
  const { line, frames } = open()
  const speech = joined([toneSpeech('Hello?', 8000), new Int16Array(160)])
  for (let at = 0; at < speech.length; at += 160) line.hear(speech.subarray(at, at + 160))
  expect(frames.map(({ sequence }) => sequence)).toEqual([...frames.keys()])
  expect(frames.every(({ samples }) => samples.length === 320)).toBe(true)
  expect(hearTones(joined(frames.map(({ samples }) => samples)), 16_000)).toBe('Hello?')
})

test('at an interruption what was heard is known to within 20 ms, whatever the phone’s latency', async () => {
  const plan = fc.record({
    wayMs: fc.integer({ min: 0, max: 40 }).map((steps) => steps * 5),
    afterMs: fc.integer({ min: 120, max: 400 }).map((steps) => steps * 5),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ wayMs, afterMs }) => {
      const { line, say, pass, last, heardMs, heard } = open(wayMs)
      say(SENTENCE, 1)
      pass(afterMs)
      const known = heardMs()
      line.take({ type: 'clear', utterance: 1 })
      await Promise.resolve()
      const [, utterance, ms] = last('cleared')!
      expect(utterance).toBe(1)
      expect(Math.abs(ms - known)).toBeLessThanOrEqual(20)
      pass(1000)
      // Only audio in transit while the stop command travels is heard after it.
      expect(heardMs() - known).toBeLessThanOrEqual(wayMs + 20)
      expect(SENTENCE.startsWith(heard().slice(0, -1))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test('a pause drops the audio in transit, and playback later resumes where it was', () => {
  const { line, say, add, pass, heard, heardMs, last } = open(20)
  say(SENTENCE, 1)
  // A letter is 40 ms long.
  pass(1030)
  line.take({ type: 'pause', utterance: 1 })
  const [, , paused] = last('played')!
  pass(100)
  const silent = heardMs()
  pass(600)
  add(' Thirteen.', 1)
  pass(100)
  expect(heardMs()).toBe(silent)
  expect(last('played')).toEqual(['played', 1, paused])
  line.take({ type: 'resume', utterance: 1 })
  pass(3000)
  expect(last('played')).toEqual(['played', 1, (SENTENCE.length + 10) * 40 + 40])
  expect(heard()).toBe(`${SENTENCE} Thirteen.`)
})

test('audio that arrives during a pause waits; an interruption ends the pause', async () => {
  const { line, pass, say, heard, heardMs, last, told } = open(0)
  say('One two', 1)
  pass(100)
  line.take({ type: 'pause', utterance: 1 })
  pass(100)
  const known = heardMs()
  line.play(new Int16Array(480).fill(5000), 1)
  pass(500)
  expect(heardMs()).toBe(known)
  line.take({ type: 'clear', utterance: 1 })
  await Promise.resolve()
  expect(Math.abs(last('cleared')![2] - known)).toBeLessThanOrEqual(20)
  const count = told.length
  line.take({ type: 'resume', utterance: 1 })
  line.play(new Int16Array(480).fill(5000), 1)
  pass(500)
  expect([told.length, heardMs()]).toEqual([count, known])
  say('Sorry.', 2)
  pass(1000)
  expect(heard().endsWith('Sorry.')).toBe(true)
})

test('an operator is heard as they speak, and the excess of a burst is dropped, since it would delay the rest for good', () => {
  const { line, pass, heardMs } = open(0)
  const frame = new Int16Array(480).fill(1000)
  for (let count = 0; count < 50; count += 1) line.speak(frame)
  pass(1000)
  expect(heardMs()).toBeGreaterThanOrEqual(200)
  expect(heardMs()).toBeLessThanOrEqual(240)
  for (let count = 0; count < 50; count += 1) {
    line.speak(frame)
    pass(20)
  }
  expect(heardMs()).toBeGreaterThanOrEqual(1180)
})
