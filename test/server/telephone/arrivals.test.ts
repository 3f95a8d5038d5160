import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplesOf } from '../../../server/media/rates.ts'
import { joined } from '../../../server/media/tone.ts'
import { createArrivals } from '../../../server/providers/voice/form-api/arrivals.ts'

const FRAME = 160

/** Frame number `index` of a caller: every sample says which it is. */
const chunk = (index: number) => new Int16Array(FRAME).fill(index + 1)

/** A caller's sound as it comes, on a clock that stands still until it is moved. */
function line() {
  let time = 5000
  const frames: Int16Array[] = []
  const arrivals = createArrivals({ now: () => time, emit: (frame) => frames.push(frame) })
  return {
    arrivals,
    frames,
    come: (index: number, timestamp = index * 20) => arrivals.push(timestamp, chunk(index)),
    /** Lets time go by with a tick every 20 ms. */
    wait(ms: number) {
      for (let passed = 0; passed < ms; passed += 20) {
        time += 20
        arrivals.tick()
      }
    },
    /** Numbers of the frames that came out; 0 is silence. */
    heard: () => frames.map((frame) => frame[0]!),
  }
}

test('sound that comes in order passes at once', () => {
  const { come, heard } = line()
  for (let index = 0; index < 5; index += 1) come(index)
  expect(heard()).toEqual([1, 2, 3, 4, 5])
})

test('timestamps that are a little off tear no holes', () => {
  const { come, heard } = line()
  for (const [index, timestamp] of [3, 22, 45, 61, 84, 101].entries()) come(index, timestamp)
  expect(heard()).toEqual([1, 2, 3, 4, 5, 6])
})

test('what overtook waits for what is missing', () => {
  const { come, wait, heard } = line()
  come(0)
  come(2)
  wait(20)
  expect(heard()).toEqual([1])
  come(1)
  expect(heard()).toEqual([1, 2, 3])
})

test('what is missing for 60 ms is lost: silence takes its place', () => {
  const { come, wait, heard } = line()
  come(0)
  come(2)
  wait(40)
  expect(heard()).toEqual([1])
  wait(20)
  expect(heard()).toEqual([1, 0, 3])
  come(1)
  expect(heard()).toEqual([1, 0, 3])
})

test('more than 60 ms of lost sound is not waited for', () => {
  const { come, heard } = line()
  come(0)
  come(5)
  expect(heard()).toEqual([1, 0, 0, 0, 0, 6])
})

test('what comes twice is heard once', () => {
  const { come, heard } = line()
  for (const index of [0, 1, 1, 0, 2]) come(index)
  expect(heard()).toEqual([1, 2, 3])
})

test('a gap becomes 10 s of silence at most', () => {
  const { come, heard } = line()
  come(0)
  come(1, 3_600_000)
  expect(heard()).toHaveLength(1 + 500 + 1)
})

test('a caller of whom nothing comes for 750 ms has fallen silent, and is heard again later', () => {
  const { come, wait, heard, frames } = line()
  come(0)
  wait(740)
  expect(heard()).toEqual([1])
  wait(20)
  expect(heard()).toEqual([1, ...Array<number>(38).fill(0)])
  wait(240)
  expect(frames).toHaveLength(51)
  // The connection had stalled: what comes of that time now is too late.
  for (let index = 1; index <= 52; index += 1) come(index)
  expect(heard().slice(51)).toEqual([52, 53])
})

test('a machine that slept for an hour makes 10 s of silence of it', () => {
  const { come, arrivals, frames } = (() => {
    let time = 0
    const out: Int16Array[] = []
    const made = createArrivals({ now: () => time, emit: (frame) => out.push(frame) })
    return {
      arrivals: made,
      frames: out,
      come: () => {
        made.push(0, chunk(0))
        time += 3_600_000
      },
    }
  })()
  come()
  arrivals.tick()
  expect(frames).toHaveLength(501)
})

test('chunks of any length come out as frames of 20 ms, sample for sample', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 30 }), (lengths) => {
      const { arrivals, frames } = line()
      let at = 0
      const sent = lengths.map((ms) => {
        const pcm = Int16Array.from({ length: samplesOf(ms, 8000) }, (_, n) => at * 8 + n)
        arrivals.push(at, pcm)
        at += ms
        return pcm
      })
      const whole = joined(sent)
      expect(frames.every((frame) => frame.length === FRAME)).toBe(true)
      expect(joined(frames)).toEqual(whole.subarray(0, frames.length * FRAME))
      expect(whole.length - frames.length * FRAME).toBeLessThan(FRAME)
    }),
  )
})

test('however sound is lost, doubled and shuffled, every frame is in its place or silent', () => {
  const fates = fc.array(fc.record({ isLost: fc.boolean(), copies: fc.nat(2), delay: fc.nat(6) }), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(fates, (frames) => {
      const { come, wait, heard } = line()
      const arriving = frames
        .flatMap(({ isLost, copies, delay }, index) =>
          isLost ? [] : Array.from({ length: copies + 1 }, () => ({ index, at: index + delay })),
        )
        .sort((a, b) => a.at - b.at)
      // The first one says where the stream begins.
      const first = arriving[0]?.index ?? 0
      for (let now = 0; now <= 50; now += 1) {
        for (const { index } of arriving.filter(({ at }) => at === now)) come(index)
        wait(20)
      }
      const sound = heard()
      for (const [place, number] of sound.entries())
        expect([0, first + place + 1]).toContain(number)
    }),
  )
})
