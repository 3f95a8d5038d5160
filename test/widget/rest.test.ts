import { afterEach, expect, test, vi } from 'vitest'
import { createRest } from '../../widget/rest.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('../../widget/more.tsx')
  vi.resetModules()
})

test('a lazy part that fails to load is requested once, and again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const fetchIt = vi.fn(() => {
    throw new Error('It is not there.')
  })
  vi.doMock('../../widget/more.tsx', fetchIt)
  const onArrival = vi.fn()
  const rest = createRest(onArrival)
  const answers = await Promise.all([rest.need(), rest.need()])
  await rest.need()
  expect(answers).toEqual([undefined, undefined])
  expect(fetchIt).toHaveBeenCalledOnce()
  expect([rest.more, onArrival.mock.calls]).toEqual([undefined, []])
  vi.advanceTimersByTime(5000)
  vi.doMock('../../widget/more.tsx', () => ({ arrive: 'well' }))
  const more = await rest.need()
  expect(more).toMatchObject({ arrive: 'well' })
  await rest.need()
  expect(onArrival).toHaveBeenCalledExactlyOnceWith(more)
})
