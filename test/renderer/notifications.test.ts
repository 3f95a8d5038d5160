import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotifier } from '../../renderer/notifications.ts'
import { ADA, created, inboxItem, message } from './support.ts'

const notify = vi.fn(async () => undefined)

beforeEach(() => {
  vi.stubGlobal('desktop', { notify })
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  notify.mockClear()
})

function listen(item = inboxItem(), isWanted = true) {
  return createNotifier({
    isWanted: () => isWanted,
    itemOf: (id) => (id === ADA ? item : undefined),
    nameOf: () => 'Ada',
    open: () => undefined,
  })
}

test('a visitor’s message is told to whoever looks elsewhere', () => {
  listen()(created(1, message(1, { content: `${'x'.repeat(300)}` })))
  expect(notify).toHaveBeenCalledWith({ title: 'Ada', body: 'x'.repeat(140) })
})

test('nobody is told what they see, wrote, tested or do not want', () => {
  listen()(created(1, message(1, { author: 'assistant' })))
  listen()(created(1, message(1, { author: 'operator' })))
  listen(inboxItem({ type: 'test' }))(created(1, message(1)))
  listen(inboxItem(), false)(created(1, message(1)))
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  listen()(created(1, message(1)))
  expect(notify).not.toHaveBeenCalled()
})
