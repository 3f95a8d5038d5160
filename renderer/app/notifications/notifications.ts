import type { Activity, Actor } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import { t } from '../../locales/translate.ts'
import { desktopApp } from '../desktop/desktop.ts'
import type { LiveEvent } from '../live.ts'
import { titleOf } from '../people/people.ts'
import type { Preferences, QuietHours } from '../preferences.ts'

/** Maximum length of a notification's text, UTF-16 units. */
const LENGTH = 140
/** Minimum interval between chimes, ms. */
const BETWEEN = 3000

type NotificationPreferences = Pick<
  Preferences,
  'notifications' | 'told' | 'sound' | 'volume' | 'quiet' | 'status'
>

interface Needs {
  readonly preferences: NotificationPreferences
  readonly itemOf: (conversation: string) => InboxItem | undefined
  /** Reports whether the operator is looking at this conversation, in any tab. */
  readonly isSeen: (conversation: string) => boolean
  /** Reports whether the operator is looking at Parley at all. */
  readonly isLooking: () => boolean
  /** True in only one of several tabs, the one that notifies. */
  readonly isSpeaker: () => boolean
  readonly me: () => number | undefined
  readonly open: (conversation: string) => void
  readonly play: (volume: number) => unknown
  readonly now?: () => Date
}

type ActivityData = Activity['data']

/** An event that the operator may want to hear about. */
interface Occasion {
  readonly conversation: string
  readonly title: string
  readonly body: string
  /** True in the operator's own tests, which are never announced. */
  readonly isTest: boolean
}

/** Notifies an operator who is looking elsewhere, by notification and chime as configured. */
export function createNotifier(needs: Needs) {
  const { preferences, now = () => new Date() } = needs
  /** Conversations known to need a person, so that each is announced only once. */
  const needingPerson = new Set<string>()
  let playedAt = Number.NEGATIVE_INFINITY

  return (event: LiveEvent): void => {
    const occasion = occasionOf(event, needs, needingPerson)
    if (!occasion || occasion.isTest || !needs.isSpeaker()) return
    const { conversation, title, body } = occasion
    if (preferences.status.value === 'away' || isQuiet(preferences.quiet.value, now())) return
    if (needs.isSeen(conversation)) return
    if (preferences.sound.value && now().getTime() - playedAt >= BETWEEN) {
      playedAt = now().getTime()
      needs.play(preferences.volume.value)
    }
    if (preferences.notifications.value && !needs.isLooking())
      notify({ title, body: body.slice(0, LENGTH) }, conversation, needs.open)
  }
}

function occasionOf(
  { type, data }: LiveEvent,
  needs: Needs,
  needingPerson: Set<string>,
): Occasion | undefined {
  const told = needs.preferences.told.value
  switch (type) {
    case 'conversation.created':
      return told.begun || told.all ? about(data, bodyOf(data)) : undefined
    case 'conversation.updated':
      return nowNeedsPerson(data, needingPerson) && told.person
        ? about(data, t('shell.notification.needsPerson'))
        : undefined
    case 'message.created':
      return messageOccasion(data, needs)
    case 'activity.created':
      return notifiedByRule(data, needs) ?? (told.assigned ? assignedBy(data, needs) : undefined)
    case 'note.created':
      return told.mentioned ? mentionedBy(data, needs) : undefined
    default:
      return undefined
  }
}

function about(item: InboxItem, body: string): Occasion {
  return { conversation: item.id, title: titleOf(item), body, isTest: item.type === 'test' }
}

/** Reports whether a conversation has just started to need a person. */
function nowNeedsPerson({ id, needs_person }: InboxItem, needingPerson: Set<string>): boolean {
  if (!needs_person) {
    needingPerson.delete(id)
    return false
  }
  const isNew = !needingPerson.has(id)
  needingPerson.add(id)
  return isNew
}

/** Notification about a visitor's message, if the operator wants it. */
function messageOccasion(
  { conversation_id, message }: Extract<LiveEvent, { type: 'message.created' }>['data'],
  { preferences, itemOf, me }: Needs,
): Occasion | undefined {
  const item = itemOf(conversation_id)
  if (message.author !== 'visitor' || !item) return undefined
  const { all, mine } = preferences.told.value
  return all || (mine && isMine(item, me())) ? about(item, message.content) : undefined
}

/** Notification about a conversation that somebody else assigned to this operator. */
function assignedBy(
  { conversation_id, activity }: Extract<LiveEvent, { type: 'activity.created' }>['data'],
  { itemOf, me }: Needs,
): Occasion | undefined {
  const { kind, by, data } = activity
  const to = data['to'] as Actor | null | undefined
  const name = by?.name ?? ruleIn(data)
  if (kind !== 'assigned' || to?.id !== me() || name === undefined || by?.id === me())
    return undefined
  const item = itemOf(conversation_id)
  return {
    conversation: conversation_id,
    title: t('shell.notification.assigned', { name }),
    // The row may not be loaded; a click opens it.
    body: item ? titleOf(item) : '',
    isTest: item?.type === 'test',
  }
}

/** Name of the rule that did something; undefined if none did. */
const ruleIn = ({ rule }: ActivityData) =>
  typeof rule === 'string' ? t('shell.notification.rule', { name: rule }) : undefined

/** Notification by a rule for this operator, or for everyone. */
function notifiedByRule(
  {
    conversation_id,
    activity: { kind, data },
  }: Extract<LiveEvent, { type: 'activity.created' }>['data'],
  { itemOf, me }: Needs,
): Occasion | undefined {
  const to = data['to'] as readonly Actor[] | undefined
  if (kind !== 'rule_notified' || !to) return undefined
  if (to.length > 0 && !to.some(({ id }) => id === me())) return undefined
  const item = itemOf(conversation_id)
  return {
    conversation: conversation_id,
    title: ruleIn(data) ?? '',
    body: item ? titleOf(item) : '',
    isTest: false,
  }
}

/** Notification about a note in which somebody else mentions this operator. */
function mentionedBy(
  { conversation_id, note }: Extract<LiveEvent, { type: 'note.created' }>['data'],
  { me }: Needs,
): Occasion | undefined {
  const self = me()
  if (self === undefined || note.by.id === self || !note.mentions.includes(self)) return undefined
  return {
    conversation: conversation_id,
    title: t('shell.notification.mentioned', { name: note.by.name }),
    body: note.content,
    isTest: false,
  }
}

/** Assigned to this operator, or unassigned with the assistant off. */
function isMine({ assignee, ai_enabled }: InboxItem, me: number | undefined): boolean {
  return assignee ? assignee.id === me : !ai_enabled
}

const bodyOf = ({ last_message }: InboxItem) =>
  last_message?.author === 'visitor' ? last_message.content : t('shell.notification.begun')

/** Reports whether a time is within the quiet hours, which may span midnight. */
export function isQuiet({ isOn, from, to }: QuietHours, moment: Date): boolean {
  if (!isOn) return false
  const [hours, minutes] = [moment.getHours(), moment.getMinutes()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const time = `${hours}:${minutes}`
  return from <= to ? time >= from && time < to : time >= from || time < to
}

/** Notification permission of the browser. */
export function permission(): NotificationPermission | 'unsupported' {
  if (desktopApp()) return 'granted'
  return 'Notification' in window ? Notification.permission : 'unsupported'
}

/** Asks for permission, unless the user has already decided. */
export async function requestNotificationPermission(): Promise<
  NotificationPermission | 'unsupported'
> {
  if (permission() !== 'default') return permission()
  return Notification.requestPermission()
}

function notify(
  note: { title: string; body: string },
  conversation: string | undefined,
  open: (conversation: string) => void,
): void {
  const desktop = desktopApp()
  if (desktop)
    return void desktop.notify(
      conversation ? { ...note, conversation, reply: t('desktop.reply') } : note,
    )
  if (permission() !== 'granted') return
  // One per conversation: a newer notification replaces the older one.
  const shown = new Notification(note.title, { body: note.body, tag: conversation ?? 'test' })
  shown.onclick = () => {
    window.focus()
    if (conversation) open(conversation)
    shown.close()
  }
}

/** Shows a sample notification. */
export function showTest(title: string, body: string): void {
  notify({ title, body }, undefined, () => undefined)
}
