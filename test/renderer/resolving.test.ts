import { signal } from '@preact/signals'
import { expect, test, vi } from 'vitest'
import { createResolving } from '../../renderer/screens/inbox/list/resolving.ts'
import { inboxItem } from './support.ts'

/** A list of conversations, of which one is open. */
function listed(ids: readonly string[], open: string) {
  const items = signal(ids.map((id) => inboxItem({ id })))
  const current = signal<string | undefined>(open)
  const advances = signal(true)
  const bulk = { count: signal(0), end: vi.fn(), endReplied: vi.fn(async () => undefined) }
  const go = vi.fn()
  const show = vi.fn()
  const resolving = createResolving({
    address: { go },
    preferences: { advances },
    toasts: { show },
    list: { items, current, query: signal('') },
    bulk,
  })
  const opened = () => go.mock.calls.map(([address]) => address.split('/').at(-1))
  return { items, current, advances, bulk, show, resolving, opened }
}

test('after a last reply the conversation opens that was below it when it was sent', () => {
  const { items, bulk, resolving, opened } = listed(['a', 'b', 'c'], 'b')
  resolving.note('b')
  // The reply moves its row to the top.
  items.value = ['b', 'a', 'c'].map((id) => inboxItem({ id }))
  expect(opened()).toEqual([])
  resolving.endReplied('b', true)
  expect([bulk.endReplied.mock.calls, opened()]).toEqual([[['b']], ['c']])
})

test('nothing opens if the operator has gone on, or does not want it', () => {
  const { current, advances, bulk, resolving, opened } = listed(['a', 'b', 'c'], 'b')
  resolving.note('b')
  current.value = 'a'
  resolving.endReplied('b', true)
  current.value = 'c'
  advances.value = false
  resolving.note('c')
  resolving.endReplied('c', true)
  expect([bulk.endReplied.mock.calls, opened()]).toEqual([[['b'], ['c']], []])
})

test('a conversation in which somebody wrote meanwhile stays open, and that is said', () => {
  const { bulk, show, resolving, opened } = listed(['a', 'b'], 'a')
  resolving.endReplied('a', false)
  expect([bulk.endReplied.mock.calls, opened()]).toEqual([[], []])
  expect(show.mock.calls[0]![0]).toMatch(/stays open/)
})
