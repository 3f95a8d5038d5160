import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { joinTabs } from '../../widget/tabs.ts'

/** Locks as browsers have them: one holder, a queue, and stealing. */
function createLocks() {
  let holder: { reject: (reason: unknown) => void } | undefined
  const queue: (() => void)[] = []
  const next = () => queue.shift()?.()

  return {
    request(
      _name: string,
      options: { signal?: AbortSignal; steal?: boolean },
      task: () => Promise<unknown>,
    ) {
      return new Promise((resolve, reject) => {
        const mine = { reject }
        const grant = () => {
          if (options.signal?.aborted) return next()
          holder = mine
          task().then((result) => {
            if (holder === mine) holder = undefined
            resolve(result)
            if (!holder) next()
          })
        }
        options.signal?.addEventListener('abort', () => holder !== mine && reject('aborted'))
        if (options.steal) {
          holder?.reject('stolen')
          grant()
        } else if (holder) queue.push(grant)
        else grant()
      })
    },
  }
}

const open: { leave(): void }[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('navigator', { locks: createLocks() })
})

afterEach(() => {
  for (const tab of open.splice(0)) tab.leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of one conversation; `leads` tells whether it owns the stream. */
function tab(isFrozen = false, shares = true) {
  const heard: string[] = []
  let isLeading = false
  const tabs = joinTabs<string>({
    name: shares ? 'parley:test' : undefined,
    lead() {
      isLeading = true
      return () => {
        isLeading = false
      }
    },
    onHello: () => isFrozen || tabs.post('state'),
    onMessage: (word) => heard.push(word),
  })
  open.push(tabs)
  return { ...tabs, heard, leads: () => isLeading }
}

/** Channels deliver through the event loop, which these fake timers leave real. */
async function settle(ms = 0): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('of many tabs one leads and keeps the others informed', async () => {
  const tabs = [tab(), tab(), tab()]
  await settle()
  expect(tabs.map(({ leads }) => leads())).toEqual([true, false, false])
  tabs[0]!.post('news')
  await settle()
  expect(tabs.map(({ heard }) => heard.includes('news'))).toEqual([false, true, true])
})

test('a tab that shares nothing leads alone and receives nothing from the others', async () => {
  const other = tab()
  const alone = tab(false, false)
  expect(alone.leads()).toBe(true)
  await settle()
  other.post('news')
  alone.post('news')
  await settle()
  expect([other.leads(), other.heard, alone.heard]).toEqual([true, [], []])
})

test('a tab that joins receives the current state', async () => {
  tab()
  await settle()
  const late = tab()
  await settle()
  expect(late.heard).toEqual(['state'])
})

test('when the leader leaves, another tab leads', async () => {
  const [first, second] = [tab(), tab()]
  await settle()
  first.leave()
  await settle()
  expect([first.leads(), second.leads()]).toEqual([false, true])
})

test('a leader that answers nobody is replaced', async () => {
  const frozen = tab(true)
  await settle()
  const other = tab()
  await settle(1400)
  expect(other.leads()).toBe(false)
  await settle(200)
  expect([frozen.leads(), other.leads()]).toEqual([false, true])
})

test('a leader that falls silent is replaced; one that sends is not', async () => {
  const leader = tab()
  await settle()
  const other = tab()
  await settle()
  await settle(3900)
  leader.post('beat')
  await settle(3900)
  expect(other.leads()).toBe(false)
  await settle(200)
  expect([leader.leads(), other.leads()]).toEqual([false, true])
})

test('in a browser without locks every tab leads', () => {
  vi.stubGlobal('navigator', {})
  const tabs = [tab(), tab()]
  expect(tabs.map(({ leads }) => leads())).toEqual([true, true])
  tabs[0]!.leave()
  expect(tabs.map(({ leads }) => leads())).toEqual([false, true])
})

test('a tab that is denied channels leads alongside the others', () => {
  const first = tab()
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const blocked = tab()
  expect([first, blocked].map(({ leads }) => leads())).toEqual([true, true])
})
