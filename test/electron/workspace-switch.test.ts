import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry } from '../../electron/workspace-check.ts'
import { createSwitch, type Unanswered } from '../../electron/workspace-switch.ts'
import { createWorkspaces, type KeptWorkspaces } from '../../electron/workspaces.ts'

/** A window, a user and two remote workspaces that respond as a test wants. */
function scene() {
  const disk = { kept: undefined as KeptWorkspaces | undefined }
  const workspaces = createWorkspaces({
    read: () => disk.kept,
    write(value) {
      disk.kept = value
      return true
    },
  })
  const shop = workspaces.add({ name: 'Shop', address: 'https://shop.example.com' })!
  const club = workspaces.add({ name: 'Club', address: 'https://club.example.com' })!
  const done: unknown[][] = []
  let isOpen = false
  const window = {
    focus() {
      isOpen = true
      done.push(['focus'])
    },
    go(place: string) {
      isOpen = true
      done.push(['go', place])
    },
    renew(place?: string) {
      isOpen = true
      done.push(['renew', ...(place ? [place] : [])])
    },
    ensureLoaded: () => void done.push(['arrive']),
    current: () => (isOpen ? ({} as never) : undefined),
  }
  const answers = new Map<string, Entry>()
  const enter = vi.fn(async ({ id }: { id: string }) => answers.get(id) ?? 'in')
  const questions: (Unanswered & { answer: (isWanted: boolean) => void })[] = []
  const ask = (unanswered: Unanswered) =>
    new Promise<boolean>((resolve) => {
      questions.push({ ...unanswered, answer: resolve })
      unanswered.signal.addEventListener('abort', () => resolve(false))
    })
  const onSwitch = vi.fn()
  const mayLeave = vi.fn(async () => true)
  const way = createSwitch({ workspaces, window, enter, ask, mayLeave, onSwitch })
  const setOpen = (isThere: boolean) => (isOpen = isThere)
  return {
    mayLeave,
    way,
    workspaces,
    shop,
    club,
    done,
    answers,
    enter,
    questions,
    onSwitch,
    setOpen,
    disk,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(0)

test('switching signs in first, then reopens the window, and remembers the workspace', async () => {
  const { way, shop, done, enter, onSwitch, disk, setOpen } = scene()
  setOpen(true)
  await way.show(shop.id, '/app/inbox')
  expect(enter.mock.calls.map(([{ id }]) => id)).toEqual([shop.id])
  expect([done, disk.kept?.shown]).toEqual([[['renew', '/app/inbox']], shop.id])
  expect(onSwitch).toHaveBeenCalledOnce()
  await way.show(shop.id)
  await way.show('local')
  expect(done.slice(1)).toEqual([['focus'], ['renew']])
  expect(disk.kept?.shown).toBe('local')
})

test('a page that refuses to be left stays, whatever the destination', async () => {
  const { way, shop, club, done, mayLeave, setOpen, workspaces } = scene()
  setOpen(true)
  mayLeave.mockResolvedValueOnce(false)
  await way.show(shop.id)
  expect([done, workspaces.shown]).toEqual([[], 'local'])
  await way.show(shop.id)
  mayLeave.mockResolvedValue(false)
  await way.show('local', '/app/settings/workspaces')
  await way.show(club.id)
  // Staying asks nothing.
  await way.show(shop.id)
  expect([done, workspaces.shown]).toEqual([[['renew'], ['focus']], shop.id])
  expect(mayLeave).toHaveBeenCalledTimes(4)
})

test('a workspace that rejects the key is shown at its sign-in page', async () => {
  const { way, shop, done, answers, setOpen } = scene()
  setOpen(true)
  answers.set(shop.id, 'door')
  await way.show(shop.id)
  expect(done).toEqual([['renew']])
})

test('a start shows the workspace shown last, at the requested screen', async () => {
  const { way, shop, done, workspaces } = scene()
  workspaces.show(shop.id)
  await way.bringToFront('/app/inbox')
  expect(done).toEqual([['go', '/app/inbox']])
})

test('a workspace that does not respond is never shown empty: the user is asked, and stays where they are', async () => {
  const { way, shop, done, answers, questions, setOpen, disk } = scene()
  setOpen(true)
  answers.set(shop.id, 'no-answer')
  const going = way.show(shop.id)
  await settle()
  expect(questions.map(({ fault, fallback }) => [fault, fallback])).toEqual([
    ['no-answer', undefined],
  ])
  expect(done).toEqual([])
  questions[0]!.answer(false)
  await going
  expect([done, disk.kept?.shown]).toEqual([[], 'local'])
})

test('between two remote workspaces, the question offers to go back to the first by name', async () => {
  const { way, shop, club, answers, questions, setOpen, workspaces } = scene()
  setOpen(true)
  await way.show(shop.id)
  answers.set(club.id, 'certificate')
  const going = way.show(club.id)
  await settle()
  expect(questions[0]!.fallback).toBe('Shop')
  questions[0]!.answer(false)
  await going
  expect(workspaces.shown).toBe(shop.id)
})

test('at the start the alternative is this computer, and its window opens', async () => {
  const { way, shop, done, answers, questions, workspaces } = scene()
  workspaces.show(shop.id)
  answers.set(shop.id, 'no-answer')
  const going = way.bringToFront()
  await settle()
  // A second start meanwhile does not open an empty window.
  await way.bringToFront('/app/contacts')
  expect(done).toEqual([])
  questions[0]!.answer(false)
  await going
  expect([done, workspaces.shown]).toEqual([[['renew', '/app/contacts']], 'local'])
})

test('retrying asks again until the workspace responds', async () => {
  const { way, shop, done, answers, questions, setOpen } = scene()
  setOpen(true)
  answers.set(shop.id, 'no-answer')
  void way.show(shop.id)
  await settle()
  questions[0]!.answer(true)
  await settle()
  expect(questions).toHaveLength(2)
  answers.set(shop.id, 'in')
  questions[1]!.answer(true)
  await settle()
  expect([questions.length, done]).toEqual([2, [['renew']]])
})

test('a workspace that comes back closes the question by itself, checked with growing delays', async () => {
  const { way, shop, done, answers, enter, questions, setOpen } = scene()
  setOpen(true)
  answers.set(shop.id, 'no-answer')
  void way.show(shop.id)
  await vi.advanceTimersByTimeAsync(60_000)
  // At once, then after 2, 4, 8 and 16 s; another 30 s have not passed.
  expect(enter).toHaveBeenCalledTimes(6)
  answers.set(shop.id, 'in')
  await vi.advanceTimersByTimeAsync(30_000)
  expect([questions.length, questions[0]!.signal.aborted, done]).toEqual([1, true, [['renew']]])
  const calls = enter.mock.calls.length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(enter).toHaveBeenCalledTimes(calls)
})

test('a newer switch cancels an older one, and its question', async () => {
  const { way, shop, club, done, answers, questions, setOpen, workspaces } = scene()
  setOpen(true)
  answers.set(shop.id, 'no-answer')
  void way.show(shop.id)
  await settle()
  await way.show(club.id)
  expect(questions[0]!.signal.aborted).toBe(true)
  answers.set(shop.id, 'in')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([done, workspaces.shown]).toEqual([[['renew']], club.id])
})

test('a newer switch also cancels one still in progress', async () => {
  const { way, shop, club, done, enter, setOpen, workspaces } = scene()
  setOpen(true)
  const slow = Promise.withResolvers<Entry>()
  enter.mockReturnValueOnce(slow.promise)
  const going = way.show(shop.id)
  await way.show(club.id)
  slow.resolve('in')
  await going
  expect([done, workspaces.shown]).toEqual([[['renew']], club.id])
})

test('a page that failed to load is loaded when its server is back, with a single question', async () => {
  const { way, shop, done, answers, questions, setOpen } = scene()
  setOpen(true)
  await way.show(shop.id)
  answers.set(shop.id, 'no-answer')
  void way.recover()
  void way.recover()
  await settle()
  expect(questions).toHaveLength(1)
  answers.set(shop.id, 'in')
  await vi.advanceTimersByTimeAsync(2000)
  expect(done.slice(1)).toEqual([['arrive'], ['focus']])

  answers.set(shop.id, 'no-answer')
  void way.recover()
  await settle()
  questions[1]!.answer(false)
  await settle()
  expect(done.at(-1)).toEqual(['renew'])
})

test('closing a window ends its question, and opens no other', async () => {
  const { way, shop, done, answers, questions, setOpen } = scene()
  setOpen(true)
  await way.show(shop.id)
  answers.set(shop.id, 'no-answer')
  const recovering = way.recover()
  await settle()
  setOpen(false)
  way.stop()
  await recovering
  await vi.advanceTimersByTimeAsync(60_000)
  expect([questions[0]!.signal.aborted, done]).toEqual([true, [['renew']]])
})

test('a removed workspace leads to this computer', async () => {
  const { way, shop, done, workspaces, setOpen } = scene()
  setOpen(true)
  await way.show(shop.id)
  workspaces.remove(shop.id)
  expect(workspaces.shown).toBe('local')
  await way.show(shop.id)
  expect(done.at(-1)).toEqual(['focus'])
})
