import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mountedChat, openChat, remember, remembered } from './opened-chat.ts'
import { scriptApi } from './scripted-api.ts'

const NOW = { text: 'Can we help?', after: 0 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState({}, '', '/')
})

/** A closed chat on a page, with an invitation in its settings. */
function invited(invitation: object, options: Record<string, string> = {}) {
  scriptApi({ settings: { invitation } })
  const mounted = mountedChat(options)
  const box = () => mounted.frame.querySelector('.invitation')
  return {
    ...mounted,
    box,
    comes: () => vi.waitFor(() => expect(box()).not.toBeNull()),
    /** Advances time beyond the delay of any invitation here. */
    async stays(): Promise<void> {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(box()).toBeNull()
    },
  }
}

test('an invitation is shown once per browser', async () => {
  const { comes, box } = invited(NOW)
  await comes()
  expect(box()!.textContent).toBe('Can we help?')
  expect(box()!.getAttribute('role')).toBe('status')
  expect(remembered()).toEqual({ invited: true })
  await invited(NOW).stays()
})

test('accepting opens the chat; dismissing is final', async () => {
  const { comes, box, element } = invited(NOW)
  await comes()
  await userEvent.click(box()!.querySelector('.offer')!)
  expect(element.open).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(box()).toBeNull())
})

test('an invitation can be dismissed', async () => {
  const { comes, box, element } = invited(NOW)
  await comes()
  const dismiss = box()!.querySelector('[aria-label="Dismiss message"]')!
  await userEvent.click(dismiss)
  expect(box()).toBeNull()
  expect(element.open).not.toHaveBeenCalled()
})

test('a visitor who has chatted here, or has the chat open, is not invited', async () => {
  remember({ token: 't', conversation: 'c' })
  await invited(NOW).stays()
  localStorage.clear()
  scriptApi({ settings: { invitation: NOW } })
  const { frame, findByText } = openChat()
  await findByText('Welcome!')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(frame.querySelector('.invitation')).toBeNull()
})

test('a visitor who opens the chat before the delay has passed is not invited', async () => {
  const { chat, stays } = invited({ ...NOW, after: 10 })
  await vi.advanceTimersByTimeAsync(5000)
  chat.show(true)
  await stays()
})

test.each([
  ['/prices', '/prices', true],
  ['/prices', '/prices/all', false],
  ['/prices*', '/prices/all', true],
  ['*/checkout', '/en/checkout', true],
  ['/a.c', '/abc', false],
  ['/(a|b)*', '/(a|b)/c', true],
  ['', '/anything', true],
])('for pages at %j, a visitor at %j is invited: %j', async (path, at, wanted) => {
  history.replaceState({}, '', at)
  const { comes, stays } = invited({ ...NOW, path })
  await (wanted ? comes() : stays())
})

test('a pointer leaving through the top of the page triggers the invitation', async () => {
  const { comes, stays } = invited({ text: 'Wait!', after: 3600, exit: true })
  await stays()
  document.dispatchEvent(new MouseEvent('mouseout', { clientY: 300 }))
  document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1, relatedTarget: document.body }))
  await stays()
  document.dispatchEvent(new MouseEvent('mouseout', { clientY: -1 }))
  await comes()
})

test('the site’s own text is used, after ten seconds, and an invalid one is ignored', async () => {
  await import('../../widget/more.tsx')
  const nonsense = { toString: '' }
  const offers = [
    [{}, { invite: 'A free cake?' }],
    [{ text: 'A free cake?', after: nonsense, path: nonsense, exit: nonsense }, {}],
    [{ text: 'A free cake?', after: '0', path: [], exit: 'no' }, {}],
  ] as const
  for (const [invitation, options] of offers) {
    vi.useFakeTimers()
    const { box } = invited(invitation, options)
    await vi.advanceTimersByTimeAsync(9500)
    expect(box()).toBeNull()
    await vi.advanceTimersByTimeAsync(1500)
    vi.useRealTimers()
    expect(box()?.textContent).toBe('A free cake?')
    localStorage.clear()
  }
})
