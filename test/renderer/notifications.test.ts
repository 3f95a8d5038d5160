import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InboxItem } from '#contracts/conversations.ts'
import type { Notification, NotificationSettings } from '#contracts/notifications.ts'
import { isQuiet } from '#contracts/quiet-hours.ts'
import type { LiveEvent } from '../../renderer/app/live.ts'
import { createNotificationCenter } from '../../renderer/app/notifications/center.ts'
import { createNotifier } from '../../renderer/app/notifications/notifications.ts'
import { placeOfNotification, wordsOf } from '../../renderer/app/notifications/words.ts'
import { createPreferences } from '../../renderer/app/preferences.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { ADA, at, BOB, created, fakeServer, inboxItem, message } from './support.ts'

const notify = vi.fn(async () => undefined)
const play = vi.fn()
const say = vi.fn()

beforeEach(() => void vi.stubGlobal('desktop', { notify }))
afterEach(() => {
  vi.unstubAllGlobals()
  notify.mockClear()
  play.mockClear()
  say.mockClear()
  vi.useRealTimers()
})

const ON = { desk: true, sound: true, desktop: true }
const SETTINGS: NotificationSettings = {
  kinds: {
    mention: ON,
    assignment: ON,
    needs_person: ON,
    rule: ON,
    sla: ON,
    delivery_failed: ON,
    notice: ON,
    new_conversation: ON,
    own_message: ON,
    any_message: { sound: false, desktop: false },
  },
  quiet_hours: { is_on: false, from: '22:00', to: '07:00', timezone: 'UTC' },
}

const mine = (changes: Partial<InboxItem> = {}) =>
  inboxItem({ ai_enabled: false, assignee: null, ...changes })

interface Scene {
  readonly item?: InboxItem
  readonly isSeen?: boolean
  readonly isLooking?: boolean
  readonly isSpeaker?: boolean
  readonly now?: () => Date
  readonly settings?: NotificationSettings
  readonly kinds?: Partial<NotificationSettings['kinds']>
}

function listen({
  item = mine(),
  isSeen = false,
  isLooking = false,
  isSpeaker = true,
  now = () => new Date('2026-11-21T12:00:00Z'),
  kinds = {},
  settings = { ...SETTINGS, kinds: { ...SETTINGS.kinds, ...kinds } },
}: Scene = {}) {
  const preferences = createPreferences(memoryStorage())
  preferences.notifications.value = true
  const handleEvent = createNotifier({
    preferences,
    settings: () => settings,
    itemOf: (id) => (id === ADA ? item : undefined),
    isSeen: () => isSeen,
    isLooking: () => isLooking,
    isSpeaker: () => isSpeaker,
    me: () => 1,
    mayReply: () => true,
    open: () => undefined,
    play,
    say,
    now,
  })
  return { preferences, handleEvent }
}

const begun = (item: InboxItem): LiveEvent => ({ type: 'conversation.created', id: 4, data: item })
const wrote = created(1, message(1))

const notification = (changes: Partial<Notification> = {}): Notification => ({
  id: 7,
  kind: 'mention',
  conversation_id: ADA,
  conversation: { type: 'widget', visitor: { id: BOB, name: 'Ada' } },
  by: { id: 2, name: 'Grace' },
  rule: null,
  team: null,
  cause: null,
  text: '@Ann please check the refund',
  notice: null,
  url: null,
  is_read: false,
  created_at: at(1),
  ...changes,
})
const notified = (changes: Partial<Notification> = {}): LiveEvent => ({
  type: 'notification.created',
  id: 8,
  data: notification(changes),
})

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
  listen({ isSeen: true }).handleEvent(notified())
  expect(notify).not.toHaveBeenCalled()
  expect(play).not.toHaveBeenCalled()
})

test('an operator on another screen hears a sound and gets no notification over it', () => {
  listen({ isLooking: true }).handleEvent(wrote)
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([0, 1])
})

test('messages for a colleague, or answered by the assistant, notify only those who want every message', () => {
  listen({ item: mine({ assignee: { id: 2, name: 'Grace' } }) }).handleEvent(wrote)
  listen({ item: inboxItem({ assignee: null }) }).handleEvent(wrote)
  expect(notify).not.toHaveBeenCalled()
  listen({
    item: inboxItem({ assignee: null }),
    kinds: { any_message: { sound: false, desktop: true } },
  }).handleEvent(wrote)
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([1, 0])
})

test('a notification of the list is also shown on the desktop, in the same words', () => {
  listen().handleEvent(notified())
  expect(notify).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      title: 'Grace mentioned you',
      body: '@Ann please check the refund',
      conversation: ADA,
    }),
  )
  expect(play).toHaveBeenCalledOnce()
})

test('each kind has words and leads to what it is about', () => {
  const words = (changes: Partial<Notification>) => {
    const { title, body } = wordsOf(notification({ by: null, text: null, ...changes }))
    return [title, body]
  }
  expect(words({ kind: 'assignment', rule: 'VIP' })).toEqual([
    'Rule “VIP” assigned you a conversation',
    'Ada',
  ])
  expect(words({ kind: 'needs_person', cause: 'asked' })).toEqual(['Ada', 'Asked for a person.'])
  expect(words({ kind: 'rule', rule: 'VIP' })).toEqual(['Rule “VIP”', 'Ada'])
  expect(words({ kind: 'sla', cause: 'overdue' })).toEqual(['Ada', 'A reply is overdue.'])
  expect(words({ kind: 'delivery_failed', cause: 'sms_not_sent', text: 'No balance' })).toEqual([
    'A text message wasn’t delivered',
    'Ada · No balance',
  ])
  const elsewhere = { conversation_id: null, conversation: null }
  const notice = { kind: 'backup_failed', subject: 'backups' } as const
  expect(words({ kind: 'notice', ...elsewhere, notice, text: 'Disk full' })).toEqual([
    'The last backup failed.',
    'Disk full',
  ])
  const hook = { kind: 'delivery_failed', cause: 'webhook', url: 'https://a.example/' } as const
  expect(words({ ...hook, ...elsewhere })).toEqual([
    'A webhook couldn’t be delivered',
    'https://a.example/',
  ])
  expect([
    placeOfNotification(notification()),
    placeOfNotification(notification({ ...elsewhere, notice })),
    placeOfNotification(notification({ ...elsewhere, ...hook })),
  ]).toEqual([
    `/app/inbox/${ADA}`,
    '/app/settings/backups',
    '/app/webhooks?url=https%3A%2F%2Fa.example%2F',
  ])
})

test('sound and desktop are turned off by kind, and nothing is announced before the settings are known', () => {
  listen({ kinds: { mention: { ...ON, desktop: false } } }).handleEvent(notified())
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([0, 1])
  listen({ kinds: { mention: { ...ON, sound: false } } }).handleEvent(notified())
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([1, 1])
  const off = { sound: false, desktop: false }
  listen({ kinds: { new_conversation: off } }).handleEvent(begun(inboxItem()))
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([1, 1])
  listen().handleEvent(begun(inboxItem()))
  expect([notify.mock.calls.length, play.mock.calls.length]).toEqual([2, 2])
})

test('away or in quiet hours there is no sound, and only one of several tabs notifies', () => {
  const away = listen()
  away.preferences.status.value = 'away'
  away.handleEvent(wrote)
  const quiet_hours = { is_on: true, from: '22:00', to: '07:00', timezone: 'UTC' }
  listen({
    now: () => new Date('2026-11-21T23:30:00Z'),
    settings: { ...SETTINGS, quiet_hours },
  }).handleEvent(notified())
  listen({ isSpeaker: false }).handleEvent(wrote)
  expect(notify).not.toHaveBeenCalled()
  expect(play).not.toHaveBeenCalled()
})

test('an operator in Parley hears who wrote and how it begins, and of several conversations only their number', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { handleEvent } = listen({ isLooking: true, isSpeaker: false })
  handleEvent(created(1, message(1, { content: '**Hello** there' })))
  expect(say).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(say).toHaveBeenLastCalledWith('Ada: Hello there')
  handleEvent(created(2, message(2, { content: 'One' })))
  handleEvent(created(3, message(3, { content: 'Two' })))
  vi.advanceTimersByTime(1000)
  expect(say).toHaveBeenLastCalledWith('Ada: Two')
  handleEvent(wrote)
  handleEvent(begun(inboxItem({ id: BOB })))
  vi.advanceTimersByTime(1000)
  expect(say).toHaveBeenLastCalledWith('New activity in 2 conversations')
  expect(say).toHaveBeenCalledTimes(3)
})

test('nothing is read out that the settings silence, that is on screen, or while another app is in front', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const off = { sound: false, desktop: false }
  listen({ isLooking: true, kinds: { own_message: off } }).handleEvent(wrote)
  listen({ isLooking: true, isSeen: true }).handleEvent(wrote)
  listen({ isLooking: false }).handleEvent(wrote)
  const away = listen({ isLooking: true })
  away.preferences.status.value = 'away'
  away.handleEvent(wrote)
  vi.advanceTimersByTime(1000)
  expect(say).not.toHaveBeenCalled()
})

test('sounds are rate-limited in a busy minute', () => {
  let time = Date.parse('2026-11-21T12:00:00Z')
  const { handleEvent } = listen({ now: () => new Date(time) })
  for (const later of [0, 1000, 1000, 2000]) {
    time += later
    handleEvent(wrote)
  }
  expect(play).toHaveBeenCalledTimes(2)
  expect(notify).toHaveBeenCalledTimes(4)
})

test('quiet hours may cross midnight, end to the minute, and are those of their time zone', () => {
  const hours = { is_on: true, from: '22:00', to: '07:00', timezone: 'UTC' }
  const quiet = (time: string, changes: object = {}) =>
    isQuiet({ ...hours, ...changes }, new Date(`2026-11-21T${time}:00Z`))
  expect(['21:59', '22:00', '03:00', '06:59', '07:00'].map((time) => quiet(time))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(quiet('12:30', { from: '12:00', to: '13:00' })).toBe(true)
  expect(quiet('12:30', { is_on: false, from: '00:00', to: '23:59' })).toBe(false)
  const tokyo = { timezone: 'Asia/Tokyo' }
  expect([quiet('12:59', tokyo), quiet('13:00', tokyo)]).toEqual([false, true])
})

test('unread notifications are counted again as they change, and settings that are refused come back', async () => {
  const server = fakeServer()
  let count = 1
  server.on('GET /user/notifications/unread', () => ({
    count,
    conversations: [{ id: ADA, kinds: ['needs_person', 'mention'] }],
  }))
  server.on('GET /user/notifications/settings', SETTINGS)
  const center = createNotificationCenter(server.api)
  await Promise.all([center.loadCount(), center.loadSettings()])
  expect([center.count.value, [...center.mentionedIn.value]]).toEqual([1, [ADA]])
  const counted = () =>
    server.calls.filter(({ call }) => call === 'GET /user/notifications/unread').length
  const update = (needs_person: boolean): LiveEvent => ({
    type: 'conversation.updated',
    id: 9,
    data: inboxItem({ needs_person }),
  })
  center.apply(update(true))
  count = 0
  center.apply(update(false))
  center.apply(notified())
  await vi.waitFor(() => expect(center.count.value).toBe(0))
  expect(counted()).toBe(2)
  center.apply({ type: 'notification_settings.updated', id: 9, data: { ...SETTINGS } })
  expect(center.settings.value).toEqual(SETTINGS)
  const rule = { ...ON, desk: false }
  const change = center.change({ kinds: { ...SETTINGS.kinds, rule } })
  expect(center.settings.value?.kinds.rule).toEqual(rule)
  await expect(change).rejects.toThrow()
  expect(center.settings.value).toEqual(SETTINGS)
  center.clear()
})
