import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAmbience } from '../../../server/media/mix.ts'
import { createPlayout } from '../../../server/media/playout.ts'
import { createResampler } from '../../../server/media/resample.ts'
import { joined, toneOf } from '../../../server/media/tone.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

/** A playout with a peer on the same clock that plays what arrives `way` ms after it was sent. */
function line({ way = 0, ambience = false } = {}) {
  let time = 1000
  const sent: { at: number; utterance: number; frame: Int16Array }[] = []
  /** Frames in the peer's buffer, and when each starts to play. */
  let playing: { utterance: number; from: number; until: number }[] = []
  let dropped = 0
  const playout = createPlayout({
    rate: 8000,
    now: () => time,
    send(frame, utterance) {
      sent.push({ at: time, utterance, frame })
      const from = Math.max(time + way, playing.at(-1)?.until ?? 0)
      playing.push({ utterance, from, until: from + 20 })
    },
    drop() {
      dropped += 1
      const until = time + way
      playing = playing
        .filter(({ from }) => from < until)
        .map((frame) => ({ ...frame, until: Math.min(frame.until, until) }))
    },
    ...(ambience ? { ambience: createAmbience('office', 1, 8000) } : {}),
  })
  return {
    playout,
    sent,
    drops: () => dropped,
    /** Length of an utterance that the peer has played so far, ms. */
    heard: (utterance: number) =>
      playing
        .filter((frame) => frame.utterance === utterance)
        .reduce((sum, { from, until }) => sum + Math.max(0, Math.min(until, time) - from), 0),
    /** Times that the peer had nothing to play in the middle of an utterance. */
    gaps(utterance: number): number {
      const frames = playing.filter((frame) => frame.utterance === utterance)
      return frames.filter(({ from }, at) => at > 0 && from > frames[at - 1]!.until).length
    },
    sound: (utterance: number) =>
      joined(sent.filter((each) => each.utterance === utterance).map(({ frame }) => frame)),
    /** Advances time with a tick every 20 ms, or without any ticks when stalled. */
    wait(ms: number, isStalled = false) {
      for (let passed = 0; !isStalled && passed + 20 <= ms; passed += 20) {
        time += 20
        playout.tick()
      }
      time += isStalled ? ms : ms % 20
    },
  }
}

const tone = (ms: number, rate = 24_000) => ({
  pcm: toneOf({ pitches: [440], ms, rate, peak: 9000 }),
  rate,
})

test('1.5 s are sent at once, and then at most 1.5 s ahead', () => {
  const { playout, sent, wait } = line()
  playout.begin()
  playout.push(tone(3000))
  expect(sent.length).toBe(75)
  wait(200)
  expect(sent.length).toBe(85)
  wait(1000)
  expect(sent.length).toBe(75 + 60)
})

test('frames are converted when due, and equal those of the whole sound', () => {
  const { playout, sound, wait } = line()
  const { pcm } = tone(1000)
  const utterance = playout.begin()
  for (let at = 0; at < pcm.length; at += 1111)
    playout.push({ pcm: pcm.subarray(at, at + 1111), rate: 24_000 })
  playout.end()
  wait(1200)
  expect(sound(utterance)).toEqual(createResampler(24_000, 8000).push(pcm))
  expect(playout.isOver()).toBe(true)
})

test('the last frame is padded, and counts for the length of its sound only', () => {
  const { playout, sent, wait } = line()
  playout.begin()
  playout.push(tone(50, 8000))
  playout.end()
  wait(100)
  expect(sent.map(({ frame }) => frame.length)).toEqual([160, 160, 160])
  expect(playout.played()).toEqual({ utterance: 1, ms: 50, isExact: false })
})

test('sound at another rate continues where the first ended', () => {
  const { playout, sound, wait } = line()
  const text = 'One voice, then another.'
  const utterance = playout.begin()
  playout.push({ pcm: toneSpeech(text.slice(0, 10), 22_050), rate: 22_050 })
  playout.push({ pcm: new Int16Array(2205), rate: 22_050 })
  playout.push({ pcm: toneSpeech(text.slice(10), 24_000), rate: 24_000 })
  playout.push({ pcm: new Int16Array(240), rate: 24_000 })
  playout.end()
  wait(1500)
  expect(hearTones(sound(utterance), 8000)).toBe(text)
  expect(() => playout.push({ pcm: new Int16Array(1), rate: 1 })).not.toThrow()
  playout.begin()
  expect(() => playout.push({ pcm: new Int16Array(1), rate: 1 })).toThrow(RangeError)
})

test('a stall of 1.46 s is inaudible, and one of 1.7 s is a single gap', () => {
  const { playout, wait } = line()
  playout.begin()
  playout.push(tone(6000))
  wait(400)
  wait(1460, true)
  playout.tick()
  expect(playout.underruns()).toBe(0)
  wait(400)
  wait(1700, true)
  wait(100)
  expect(playout.underruns()).toBe(1)
})

test('audio that arrives in small pieces is sent as it arrives, up to the lead', () => {
  const { playout, sent } = line()
  playout.begin()
  for (let count = 1; count <= 40; count += 1) {
    playout.push(tone(40, 8000))
    expect(sent.length).toBe(Math.min(2 * count, 75))
  }
})

const stalls = [
  fc.integer({ min: 0, max: 2400 }).map((ms) => ms - (ms % 20)),
  fc.integer({ min: 0, max: 1460 }),
] as const

test('a stall of 1.46 s is inaudible at any moment, from the first frames on', () => {
  fc.assert(
    fc.property(...stalls, (at, stall) => {
      const { playout, gaps, wait } = line({ way: 30 })
      const utterance = playout.begin()
      playout.push(tone(1500, 8000))
      // Audio arrives at twice the speed of speech.
      for (let passed = 0; passed < 2500; passed += 20) {
        if (passed === at) wait(stall, true)
        if (passed % 100 === 0) playout.push(tone(200, 8000))
        wait(20)
      }
      expect([playout.underruns(), gaps(utterance)]).toEqual([0, 0])
    }),
  )
})

test('after any stall, clear leaves exactly what the peer has played', () => {
  fc.assert(
    fc.property(...stalls, fc.integer({ min: 0, max: 900 }), (at, stall, until) => {
      const peer = line()
      const utterance = peer.playout.begin()
      peer.playout.push(tone(3000, 8000))
      peer.wait(at % 1000)
      peer.wait(2 * stall, true)
      peer.wait(until)
      const cut = peer.playout.clear()
      expect(cut.ms).toBeCloseTo(peer.heard(utterance), 6)
      peer.wait(500)
      expect(peer.heard(utterance)).toBeCloseTo(cut.ms, 6)
    }),
  )
})

test('a synthesizer slower than speech causes few gaps', () => {
  const peer = line()
  const utterance = peer.playout.begin()
  for (let count = 0; count < 200; count += 1) {
    peer.playout.push(tone(20, 8000))
    peer.wait(25)
  }
  peer.playout.end()
  peer.wait(500)
  // 4 s of audio in 5 s: without a refill each of the 200 pieces came too late.
  expect(peer.gaps(utterance)).toBe(peer.playout.underruns())
  expect(peer.gaps(utterance)).toBeLessThanOrEqual(12)
  expect(peer.heard(utterance)).toBeCloseTo(4000, 6)
})

test('after a gap, what is too little to continue is played after 100 ms, or at the end', () => {
  const { playout, sent, wait } = line()
  playout.begin()
  playout.push(tone(50, 8000))
  wait(300)
  expect(sent.length).toBe(2)
  playout.push(tone(50, 8000))
  wait(80)
  expect(sent.length).toBe(2)
  wait(20)
  expect(sent.length).toBe(5)
  wait(300)
  playout.push(tone(50, 8000))
  expect(sent.length).toBe(5)
  playout.end()
  expect(sent.length).toBe(8)
})

test('the clock determines what was heard, across gaps and stalls', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 700 }), fc.boolean()),
      ),
      (steps) => {
        const { playout, heard, wait } = line()
        const utterance = playout.begin()
        let before = 0
        for (const [length, pause, isStalled] of steps) {
          playout.push(tone(length, 8000))
          wait(pause, isStalled)
          const { ms } = playout.played()
          expect(ms).toBeCloseTo(heard(utterance), 6)
          expect(ms).toBeGreaterThanOrEqual(before)
          before = ms
        }
      },
    ),
  )
})

test('after clear no frame of that utterance is sent, and what was heard stays', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2500 }), (ms) => {
      const { playout, sent, heard, drops, wait } = line()
      const utterance = playout.begin()
      playout.push(tone(2000, 8000))
      wait(ms)
      const cut = playout.clear()
      const count = sent.length
      expect([cut.utterance, drops()]).toEqual([utterance, 1])
      expect(cut.ms).toBeCloseTo(Math.min(ms, 2000), 6)
      playout.push(tone(500))
      playout.end()
      wait(500)
      expect(sent.length).toBe(count)
      expect(heard(utterance)).toBeCloseTo(cut.ms, 6)
      expect([playout.played(), playout.isOver()]).toEqual([cut, true])
    }),
  )
})

test('the next utterance is sent at once, and the unheard rest of the previous one is dropped', () => {
  const { playout, sent, drops, wait } = line()
  playout.begin()
  playout.push(tone(2000))
  wait(300)
  const next = playout.begin()
  playout.push(tone(500))
  expect([drops(), sent.at(-1)!.utterance]).toEqual([1, next])
  playout.end()
  wait(700)
  playout.begin()
  expect(drops()).toBe(1)
})

test('marks measure the latency', () => {
  const { playout, heard, wait } = line({ way: 30 })
  const utterance = playout.begin()
  playout.push(tone(3000))
  wait(200)
  expect(playout.played().ms - heard(utterance)).toBeCloseTo(30, 6)
  // The peer plays the mark at 230, and the return takes as long again.
  wait(60)
  playout.mark(utterance, 200)
  expect(playout.played().ms).toBeCloseTo(heard(utterance), 6)
  // A slower one changes nothing.
  wait(300)
  playout.mark(utterance, 210)
  expect(playout.played().ms).toBeCloseTo(heard(utterance), 6)
})

test('a mark ahead of the clock advances the position', () => {
  const { playout, wait } = line()
  const utterance = playout.begin()
  playout.push(tone(3000))
  wait(100)
  playout.mark(utterance, 180)
  expect(playout.played().ms).toBeCloseTo(180, 6)
  playout.mark(utterance, 99_999)
  expect(playout.played().ms).toBeLessThanOrEqual(1700)
})

test('the player’s own position takes precedence, even when it stands still', () => {
  const { playout, sent, wait } = line()
  const utterance = playout.begin()
  playout.push(tone(3000, 8000))
  playout.end()
  wait(300)
  playout.report(utterance, 250)
  expect(playout.played()).toEqual({ utterance, ms: 250, isExact: false })
  // Paused: nothing more is sent than the player can buffer.
  for (let count = 0; count < 20; count += 1) {
    wait(100)
    playout.report(utterance, 250)
  }
  expect(sent.length * 20).toBeLessThanOrEqual(250 + 1500 + 100)
  wait(2800)
  playout.report(utterance, 3000)
  expect(playout.played()).toEqual({ utterance, ms: 3000, isExact: true })
})

test('the player has the last word on what was heard at a cut', () => {
  const { playout, heard, wait } = line()
  const utterance = playout.begin()
  playout.push(tone(3000))
  wait(500)
  playout.clear()
  // Reports from before the cut, about other utterances, and invalid numbers are ignored.
  playout.report(utterance, 480)
  playout.mark(utterance, 460)
  playout.settle(utterance + 1, 5)
  playout.settle(utterance, Number.NaN)
  expect(playout.played()).toEqual({ utterance, ms: 500, isExact: false })
  playout.settle(utterance, 486.5)
  expect(playout.played()).toEqual({ utterance, ms: 486.5, isExact: true })
  playout.settle(utterance, 99_999)
  expect(playout.played().ms).toBe(2000)
  const next = playout.begin()
  playout.push(tone(1000))
  wait(100)
  expect(playout.played().ms).toBeCloseTo(heard(next), 6)
})

test('ambient sound continues between utterances, and delays the next by at most 40 ms', () => {
  const { playout, sent, heard, wait } = line({ ambience: true })
  wait(1000)
  expect(sent.every(({ utterance }) => utterance === 0)).toBe(true)
  expect(sent.length).toBeGreaterThanOrEqual(50)
  expect(sent.length).toBeLessThanOrEqual(52)
  const utterance = playout.begin()
  playout.push(tone(200, 8000))
  playout.end()
  wait(140)
  expect(heard(utterance)).toBeGreaterThanOrEqual(100)
  expect(playout.played().ms).toBeCloseTo(heard(utterance), 6)
  wait(500)
  expect(playout.isOver()).toBe(true)
  expect(playout.underruns()).toBe(0)
  expect(sent.at(-1)!.utterance).toBe(0)
})

test('before anything is said, nothing was heard', () => {
  const { playout, sent, wait } = line()
  wait(100)
  expect([playout.played(), playout.isOver(), sent]).toEqual([
    { utterance: 0, ms: 0, isExact: false },
    true,
    [],
  ])
  playout.begin()
  expect([playout.played().ms, playout.isOver()]).toEqual([0, false])
})
