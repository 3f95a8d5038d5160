import { expect, onTestFinished, test } from 'vitest'
import { createTicker } from '../../../server/media/ticker.ts'
import { createClock, turns } from '../../support/clock.ts'

function ticking() {
  const clock = createClock()
  const now = () => clock.outside.now().getTime()
  const begun = now()
  const errors: unknown[] = []
  const ticker = createTicker({ now, sleep: clock.outside.sleep, onError: (e) => errors.push(e) })
  const times: number[] = []
  const note = () => void times.push(now() - begun)
  return { clock, ticker, times, note, errors }
}

test('a tick reaches every listener every 20 ms', async () => {
  const { clock, ticker, times, note } = ticking()
  let others = 0
  onTestFinished(ticker.add(note))
  onTestFinished(ticker.add(() => void (others += 1)))
  await clock.advance(100)
  expect(times).toEqual([20, 40, 60, 80, 100])
  expect(others).toBe(5)
  expect(ticker.lateness()).toBe(0)
})

test('missed ticks are skipped, and the next ones are on time', async () => {
  const { clock, ticker, times, note } = ticking()
  onTestFinished(ticker.add(note))
  await clock.advance(40)
  await clock.jump(110)
  await clock.advance(50)
  expect(times).toEqual([20, 40, 150, 160, 180, 200])
})

test('lateness is the 99th percentile of the ticks in the last 5 s', async () => {
  const { clock, ticker, note } = ticking()
  const stop = ticker.add(note)
  onTestFinished(stop)
  await clock.jump(1000)
  await clock.advance(4000)
  // Too few ticks for a percentile.
  expect(ticker.lateness()).toBe(0)
  await clock.advance(6000)
  for (let stall = 0; stall < 5; stall += 1) {
    await clock.jump(35)
    await clock.advance(5)
  }
  expect(ticker.lateness()).toBe(15)
  const again = ticker.add(note)
  stop()
  again()
  // There are no listeners.
  expect(ticker.lateness()).toBe(0)
  onTestFinished(ticker.add(note))
  await clock.advance(6000)
  expect(ticker.lateness()).toBe(0)
})

test('without listeners the timer stops, and restarts with the next one', async () => {
  const { clock, ticker, times, note, errors } = ticking()
  const remove = ticker.add(note)
  await clock.advance(20)
  remove()
  remove()
  await clock.advance(90)
  onTestFinished(ticker.add(note))
  await clock.advance(40)
  expect(times).toEqual([20, 130, 150])
  await turns()
  expect(errors).toEqual([])
})

test('a failing listener does not hold up the others', async () => {
  const { clock, ticker, times, note, errors } = ticking()
  const fault = new Error('no line')
  onTestFinished(
    ticker.add(() => {
      throw fault
    }),
  )
  onTestFinished(ticker.add(note))
  await clock.advance(40)
  expect([times, errors]).toEqual([
    [20, 40],
    [fault, fault],
  ])
})
