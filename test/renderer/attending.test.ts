import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Attending } from '#contracts/presence.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { attendLive, createAttending } from '../../renderer/app/people/attending.ts'
import { ADA, BOB, fakeServer } from './support.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const grace = (changes: Partial<Attending> = {}): Attending => ({
  operator: { id: 2, name: 'Grace' },
  status: 'available',
  conversations: [{ conversation_id: ADA, replying: false }],
  ...changes,
})
const me: Attending = { operator: { id: 1, name: 'Ann' }, status: 'available', conversations: [] }
const told = (data: Attending): LiveEvent => ({ type: 'attending', id: undefined, data })

function desk(present: readonly Attending[] = []) {
  const server = fakeServer()
  server.on('GET /user/presence', { operator_id: 1, data: present })
  server.on('POST /user/presence', { message: 'Noted' })
  const [status, isVisible] = [signal<'available' | 'away'>('available'), signal(true)]
  const attending = createAttending({
    api: server.api,
    tab: BOB,
    status: () => status.value,
    isVisible: () => isVisible.value,
  })
  const said = () => server.bodies('POST /user/presence')
  return { server, attending, status, isVisible, said }
}

test('a new tab sees who is there, without counting itself as a colleague', async () => {
  const { attending } = desk([me, grace()])
  attending.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(attending.colleagues.value.map(({ operator }) => operator.name)).toEqual(['Grace'])
  expect(attending.viewersOf(ADA)).toEqual([{ id: 2, name: 'Grace', isReplying: false }])
  attending.stop()
})

test('the stream reports who is replying and who has left', async () => {
  const { attending } = desk([me])
  attending.start()
  await vi.advanceTimersByTimeAsync(0)
  attending.apply(told(grace({ conversations: [{ conversation_id: ADA, replying: true }] })))
  expect(attending.viewersOf(ADA)[0]?.isReplying).toBe(true)
  attending.apply(told(grace({ status: 'offline', conversations: [] })))
  expect(attending.colleagues.value).toEqual([])
  attending.stop()
})

test('a change between the first request and the start of the stream is not missed', async () => {
  const { server, attending } = desk([
    grace({ conversations: [{ conversation_id: ADA, replying: true }] }),
  ])
  const opens: (() => void)[] = []
  const unsubscribe = () => () => undefined
  attendLive(attending, {
    subscribe: unsubscribe,
    onResume: unsubscribe,
    onOpen: (open) => {
      opens.push(open)
      return unsubscribe()
    },
  })
  attending.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(attending.viewersOf(ADA)[0]?.isReplying).toBe(true)
  server.on('GET /user/presence', { operator_id: 1, data: [grace()] })
  for (const open of opens) open()
  await vi.advanceTimersByTimeAsync(0)
  expect(attending.viewersOf(ADA)[0]?.isReplying).toBe(false)
  attending.stop()
})

test('this tab reports changes at once, and repeats its state from time to time', async () => {
  const { attending, status, isVisible, said } = desk()
  attending.start()
  const leave = attending.view(ADA)
  attending.setReplying(true)
  status.value = 'away'
  expect(said().at(-1)).toEqual({
    tab: BOB,
    status: 'away',
    conversation_id: ADA,
    replying: true,
  })
  // Nobody looks at a hidden tab.
  isVisible.value = false
  expect(said().at(-1)).toMatchObject({ conversation_id: null, replying: false })
  // Unless an answer is held there.
  attending.setHolding(true)
  expect(said().at(-1)).toMatchObject({ conversation_id: ADA, replying: false })
  attending.setHolding(false)
  expect(said().at(-1)).toMatchObject({ conversation_id: null })
  isVisible.value = true
  leave()
  expect(said().at(-1)).toMatchObject({ conversation_id: null, replying: false })
  const count = said().length
  await vi.advanceTimersByTimeAsync(17_000)
  expect(said().length).toBe(count + 2)
  attending.stop()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(said().length).toBe(count + 2)
})

test('a conversation counts as seen while an operator has it on screen, in this tab or another', async () => {
  const { attending, isVisible } = desk([
    { ...me, conversations: [{ conversation_id: BOB, replying: false }] },
  ])
  attending.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(attending.isSeen(BOB)).toBe(true)
  attending.view(ADA)
  expect(attending.isSeen(ADA)).toBe(true)
  isVisible.value = false
  expect(attending.isSeen(ADA)).toBe(false)
  attending.stop()
})
