import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InboxItem } from '#contracts/conversations.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { createNotifier, isQuiet } from '../../renderer/app/notifications/notifications.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { ADA, created, inboxItem, message } from './support.ts'

const notify = vi.fn(async () => undefined)
const play = vi.fn()

beforeEach(() => void vi.stubGlobal('desktop', { notify }))
afterEach(() => {
  vi.unstubAllGlobals()
  notify.mockClear()
  play.mockClear()
})

const mine = (changes: Partial<InboxItem> = {}) =>
  inboxItem({ ai_enabled: false, assignee: null, ...changes })

interface Scene {
  readonly item?: InboxItem
  readonly isSeen?: boolean
  readonly isLooking?: boolean
  readonly isSpeaker?: boolean
  readonly now?: () => Date
}

function listen({
  item = mine(),
  isSeen = false,
  isLooking = false,
  isSpeaker = true,
  now = () => new Date('2026-11-21T12:00:00'),
}: Scene = {}) {
  const preferences = createPreferences(memoryStorage())
  preferences.notifications.value = true
  const handleEvent = createNotifier({
    preferences,
    itemOf: (id) => (id === ADA ? item : undefined),
    isSeen: () => isSeen,
    isLooking: () => isLooking,
    isSpeaker: () => isSpeaker,
    me: () => 1,
    open: () => undefined,
    play,
    now,
  })
  return { preferences, handleEvent }
}

const changed = (item: InboxItem): LiveEvent => ({
  type: 'conversation.updated',
  id: 5,
  data: item,
})
const begun = (item: InboxItem): LiveEvent => ({ type: 'conversation.created', id: 4, data: item })
const wrote = created(1, message(1))

test('a visitor’s message in my conversation notifies me when I am elsewhere', () => {
  listen().handleEvent(created(1, message(1, { content: 'x'.repeat(300) })))
  expect(notify).toHaveBeenCalledWith({
    title: 'Ada',
    body: 'x'.repeat(140),
    conversation: ADA,
    reply: 'Reply as a person…',
  })
  expect(play).toHaveBeenCalledWith(60)
})

test('nobody is notified of what they see on screen, wrote themselves or are testing', () => {
  listen().handleEvent(created(1, message(1, { author: 'assistant' })))
  listen().handleEvent(created(1, message(1, { author: 'operator' })))
  listen({ item: mine({ type: 'test' }) }).handleEvent(wrote)
  listen({ isSeen: true }).handleEvent(wrote)
  expect(notify).not.toHaveBeenCalled()
  expect(play).not.toHaveBeenCalled()
})

test('an operator on another screen hears a sound and gets no notification over it', () => {
  listen({ isLooking: true }).handleEvent(wrote)
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([0, 1])
})

test('messages for a colleague, or answered by the assistant, do not notify me', () => {
  listen({ item: mine({ assignee: { id: 2, name: 'Grace' } }) }).handleEvent(wrote)
  listen({ item: inboxItem({ assignee: null }) }).handleEvent(wrote)
  expect(notify).not.toHaveBeenCalled()
  const { handleEvent, preferences } = listen({ item: inboxItem({ assignee: null }) })
  preferences.told.value = { ...preferences.told.value, all: true }
  handleEvent(wrote)
  expect(notify).toHaveBeenCalledTimes(1)
})

function noted(by: number, mentions: number[]): LiveEvent {
  const note = {
    id: 7,
    client_id: ADA,
    by: { id: by, name: 'Grace' },
    after_seq: 1,
    content: '@Ann please check the refund',
    mentions,
    created_at: '2026-11-21T12:00:00.000Z',
    edited_at: null,
  }
  return { type: 'note.created', id: 8, data: { conversation_id: ADA, note } }
}

function assigned(by: number, to: number | null): LiveEvent {
  const activity = {
    id: 7,
    kind: 'assigned',
    by: { id: by, name: 'Grace' },
    after_seq: 1,
    data: { to: to === null ? null : { id: to, name: 'Ann' } },
    created_at: '2026-11-21T12:00:00.000Z',
  }
  return { type: 'activity.created', id: 8, data: { conversation_id: ADA, activity } }
}

test('a mention in a note notifies the person mentioned, also in a colleague’s conversation', () => {
  const { handleEvent } = listen({ item: mine({ assignee: { id: 2, name: 'Grace' } }) })
  handleEvent(noted(2, [3]))
  handleEvent(noted(1, [1]))
  expect(notify).not.toHaveBeenCalled()
  handleEvent(noted(2, [3, 1]))
  expect(notify).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      title: 'Grace mentioned you',
      body: '@Ann please check the refund',
      conversation: ADA,
    }),
  )
  expect(play).toHaveBeenCalledOnce()
})

test('an assignment notifies the assignee, unless they made it', () => {
  const { handleEvent } = listen()
  handleEvent(assigned(1, 1))
  handleEvent(assigned(2, 3))
  handleEvent(assigned(2, null))
  expect(notify).not.toHaveBeenCalled()
  handleEvent(assigned(2, 1))
  expect(notify).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: 'Grace assigned you a conversation', body: 'Ada' }),
  )
})

test('mentions and assignments can each be turned off', () => {
  const { handleEvent, preferences } = listen()
  preferences.told.value = { ...preferences.told.value, mentioned: false, assigned: false }
  handleEvent(noted(2, [1]))
  handleEvent(assigned(2, 1))
  expect(notify).not.toHaveBeenCalled()
})

test('a conversation that starts to need a human notifies once', () => {
  const { handleEvent } = listen()
  const item = inboxItem({ needs_person: true })
  handleEvent(changed(item))
  handleEvent(changed({ ...item, unread: 3 }))
  expect(notify).toHaveBeenCalledTimes(1)
  handleEvent(changed({ ...item, needs_person: false }))
  handleEvent(changed(item))
  expect(notify).toHaveBeenCalledTimes(2)
})

test('a new conversation notifies unless the operator turned that off', () => {
  const { handleEvent, preferences } = listen()
  handleEvent(begun(inboxItem()))
  expect(notify).toHaveBeenCalledTimes(1)
  preferences.told.value = { ...preferences.told.value, begun: false }
  handleEvent(begun(inboxItem()))
  expect(notify).toHaveBeenCalledTimes(1)
})

test('away or in quiet hours there is no sound, and only one of several tabs notifies', () => {
  const away = listen()
  away.preferences.status.value = 'away'
  away.handleEvent(wrote)
  const quiet = listen({ now: () => new Date('2026-11-21T23:30:00') })
  quiet.preferences.quiet.value = { isOn: true, from: '22:00', to: '07:00' }
  quiet.handleEvent(wrote)
  listen({ isSpeaker: false }).handleEvent(wrote)
  expect(notify).not.toHaveBeenCalled()
  expect(play).not.toHaveBeenCalled()
})

test('sounds are rate-limited in a busy minute', () => {
  let time = Date.parse('2026-11-21T12:00:00')
  const { handleEvent } = listen({ now: () => new Date(time) })
  for (const later of [0, 1000, 1000, 2000]) {
    time += later
    handleEvent(wrote)
  }
  expect(play).toHaveBeenCalledTimes(2)
  expect(notify).toHaveBeenCalledTimes(4)
})

test('quiet hours may cross midnight, and end to the minute', () => {
  const at = (time: string) =>
    isQuiet({ isOn: true, from: '22:00', to: '07:00' }, new Date(`2026-11-21T${time}:00`))
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map(at)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(isQuiet({ isOn: true, from: '12:00', to: '13:00' }, new Date('2026-11-21T12:30:00'))).toBe(
    true,
  )
  expect(isQuiet({ isOn: false, from: '00:00', to: '23:59' }, new Date())).toBe(false)
})
