import fc from 'fast-check'
import { expect, test } from 'vitest'
import { samplesOf } from '../../../server/media/rates.ts'
import { joined } from '../../../server/media/tone.ts'
import { createArrivals } from '../../../server/providers/voice/form-api/arrivals.ts'

const FRAME = 160

/** A caller's frame number `index`, which every sample encodes. */
const chunk = (index: number) => new Int16Array(FRAME).fill(index + 1)

/** A caller's audio as it arrives, on a clock that is advanced by hand. */
function line() {
  let time = 5000
  const frames: Int16Array[] = []
  const arrivals = createArrivals({ now: () => time, emit: (frame) => frames.push(frame) })
  return {
    arrivals,
    frames,
    come: (index: number, timestamp = index * 20) => arrivals.push(timestamp, chunk(index)),
    /** Advances time with a tick every 20 ms. */
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

test('audio in order passes at once', () => {
  const { come, heard } = line()
  for (let index = 0; index < 5; index += 1) come(index)
  expect(heard()).toEqual([1, 2, 3, 4, 5])
})

test('slightly inaccurate timestamps leave no gaps', () => {
  const { come, heard } = line()
  for (const [index, timestamp] of [3, 22, 45, 61, 84, 101].entries()) come(index, timestamp)
  expect(heard()).toEqual([1, 2, 3, 4, 5, 6])
})

test('frames that overtook others wait for the missing ones', () => {
  const { come, wait, heard } = line()
  come(0)
  come(2)
  wait(20)
  expect(heard()).toEqual([1])
  come(1)
  expect(heard()).toEqual([1, 2, 3])
})

test('a frame missing for 60 ms is lost and replaced by silence', () => {
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

test('more than 60 ms of lost audio is not waited for', () => {
  const { come, heard } = line()
  come(0)
  come(5)
  expect(heard()).toEqual([1, 0, 0, 0, 0, 6])
})

test('a duplicate is heard once', () => {
  const { come, heard } = line()
  for (const index of [0, 1, 1, 0, 2]) come(index)
  expect(heard()).toEqual([1, 2, 3])
})

test('a gap becomes at most 10 s of silence', () => {
  const { come, heard } = line()
  come(0)
  come(1, 3_600_000)
  expect(heard()).toHaveLength(1 + 500 + 1)
})

test('a caller without audio for 750 ms has fallen silent, and can be heard again later', () => {
  const { come, wait, heard, frames } = line()
  come(0)
  wait(740)
  expect(heard()).toEqual([1])
  wait(20)
  expect(heard()).toEqual([1, ...Array<number>(38).fill(0)])
  wait(240)
  expect(frames).toHaveLength(51)
  // The connection had stalled: audio from that time is now too late.
  for (let index = 1; index <= 52; index += 1) come(index)
  expect(heard().slice(51)).toEqual([52, 53])
})

test('a machine that slept for an hour turns it into 10 s of silence', () => {
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

test('however audio is lost, duplicated and shuffled, every frame is in its place or silent', () => {
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
      // The first one defines where the stream starts.
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
