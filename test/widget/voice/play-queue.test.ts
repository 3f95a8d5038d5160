import { expect, test } from 'vitest'
import { createPlayQueue, type PlayerReport } from '../../../widget/sound/play-queue.ts'

/** A player at a rate, Hz, that is asked for blocks of 128 samples. */
function player(rate = 48_000) {
  const reports: PlayerReport[] = []
  const queue = createPlayQueue(rate, (report) => reports.push(report))
  return {
    ...queue,
    /** Adds a constant signal of this length, ms. */
    add(utterance: number, ms: number) {
      for (let at = 0; at < ms; at += 20) queue.push(utterance, new Int16Array(480).fill(0x4000))
    },
    /** Plays for this long, ms; resolves to the audible samples. */
    play(ms: number): number[] {
      const heard: number[] = []
      for (let played = 0; played < (ms * rate) / 1000; played += 128) {
        const block = new Float32Array(128)
        queue.render(block)
        heard.push(...block)
      }
      return heard
    },
    reports,
    last: () => reports.at(-1),
    /** Audible samples. */
    loud: (heard: number[]) => heard.filter((value) => Math.abs(value) > 0.1).length,
  }
}

test.each([48_000, 44_100, 24_000])(
  'an utterance is played in full and counted to its end at %i Hz',
  (rate) => {
    const { add, play, reports, loud } = player(rate)
    add(1, 200)
    expect(Math.abs(loud(play(400)) - rate / 5)).toBeLessThan(40)
    expect(reports.map(({ ms }) => Math.round(ms / 10))).toEqual([10, 20])
    expect(reports.at(-1)).toEqual({ type: 'played', utterance: 1, ms: 200 })
  },
)

test('a second utterance follows the first, and each is counted separately', () => {
  const { add, play, reports } = player()
  add(1, 60)
  add(2, 40)
  play(200)
  expect(reports).toEqual([
    { type: 'played', utterance: 1, ms: 60 },
    { type: 'played', utterance: 2, ms: 40 },
  ])
})

test('a lone frame is held back for up to 40 ms', () => {
  const { add, play, loud } = player()
  add(1, 20)
  expect(loud(play(36))).toBe(0)
  expect(loud(play(60))).toBeGreaterThan(900)
})

test('clear fades out within one block, drops the rest and reports what was played', () => {
  const { add, play, clear, last, loud } = player()
  add(1, 400)
  play(100)
  clear(1)
  const [faded, after] = [play(128 / 48), play(100)]
  expect(faded[0]).toBeGreaterThan(0.4)
  expect(faded.at(-1)).toBe(0)
  expect(loud(after)).toBe(0)
  const blocks = Math.ceil(4800 / 128) + 1
  expect(last()).toEqual({ type: 'cleared', utterance: 1, ms: (blocks * 128) / 48 })
})

test('audio in transit when cleared is not played, but the next utterance is', () => {
  const { add, play, clear, loud } = player()
  add(3, 100)
  play(20)
  clear(3)
  add(3, 100)
  expect(loud(play(100))).toBeLessThan(128)
  add(3, 100)
  expect(loud(play(200))).toBe(0)
  add(4, 100)
  expect(loud(play(200))).toBeGreaterThan(4700)
})

test('clearing an utterance that was played in full, or never, is answered at once', () => {
  const { add, play, clear, last } = player()
  add(1, 40)
  play(100)
  clear(1)
  expect(last()).toEqual({ type: 'cleared', utterance: 1, ms: 40 })
  clear(2)
  expect(last()).toEqual({ type: 'cleared', utterance: 2, ms: 0 })
})

test('pause is silent after one block and keeps the rest for resume', () => {
  const { add, play, pause, resume, last, loud } = player()
  add(1, 300)
  play(100)
  pause()
  expect(play(128 / 48).at(-1)).toBe(0)
  expect(loud(play(500))).toBe(0)
  resume()
  play(400)
  expect(last()).toEqual({ type: 'played', utterance: 1, ms: 300 })
})

test('a paused utterance can be cleared, and the next one is heard', () => {
  const { add, play, pause, clear, last, loud } = player()
  add(1, 300)
  play(100)
  pause()
  play(50)
  clear(1)
  expect(last()).toMatchObject({ type: 'cleared', utterance: 1 })
  add(2, 100)
  expect(loud(play(200))).toBeGreaterThan(4600)
})

test('background audio yields to utterances and is not counted', () => {
  const { add, play, queue, reports, loud } = withBackground()
  const hum = (ms: number) => {
    let heard: number[] = []
    for (let at = 0; at < ms; at += 20) {
      queue(20)
      heard = [...heard, ...play(20)]
    }
    return heard.slice(960)
  }
  expect(quiet(hum(200))).toBeGreaterThan(7500)
  expect(reports).toEqual([])
  add(1, 200)
  expect(loud(hum(200))).toBeGreaterThan(6500)
  expect(quiet(hum(300))).toBeGreaterThan(9000)
  expect(reports.at(-1)).toEqual({ type: 'played', utterance: 1, ms: 200 })
})

test('background audio continues during a pause, and late frames of it are dropped', () => {
  const { add, play, pause, queue } = withBackground()
  add(1, 300)
  play(100)
  pause()
  play(20)
  queue(60)
  expect(quiet(play(60))).toBeGreaterThan(1800)
  queue(1000)
  const heard = quiet(play(1000)) / 48
  expect(heard).toBeGreaterThan(80)
  expect(heard).toBeLessThan(140)
})

/** A player with a quiet constant between utterances. */
function withBackground() {
  const { push, ...rest } = player()
  return {
    ...rest,
    queue(ms: number) {
      for (let at = 0; at < ms; at += 20) push(0, new Int16Array(480).fill(0x400))
    },
  }
}

/** Samples at that level. */
const quiet = (heard: number[]) =>
  heard.filter((value) => Math.abs(value - 0x400 / 0x8000) < 0.005).length
