import type { InboxItem } from '#contracts/conversations.ts'
import type { NotificationSettings, NotifiedKind } from '#contracts/notifications.ts'
import { isQuiet } from '#contracts/quiet-hours.ts'
import { t } from '../../locales/translate.ts'
import { desktopApp } from '../desktop/desktop.ts'
import type { LiveEvent } from '../live.ts'
import { titleOf } from '../people/people.ts'
import { plainWords } from '../plain-words.ts'
import type { Preferences } from '../preferences.ts'
import { notificationIn } from './center.ts'
import { createNewsreader } from './newsreader.ts'
import { placeOfNotification, wordsOf } from './words.ts'

/** Maximum length of a notification's text, UTF-16 units. */
const LENGTH = 140
/** Minimum interval between chimes, ms. */
const BETWEEN = 3000

interface Needs {
  /** Switches of this device. */
  readonly preferences: Pick<Preferences, 'notifications' | 'sound' | 'volume' | 'status'>
  /** The operator's settings; undefined until they are loaded. */
  readonly settings: () => NotificationSettings | undefined
  readonly itemOf: (conversation: string) => InboxItem | undefined
  /** Reports whether the operator is looking at this conversation, in any tab. */
  readonly isSeen: (conversation: string) => boolean
  /** Reports whether the operator is looking at Parley at all. */
  readonly isLooking: () => boolean
  /** True in only one of several tabs, the one that notifies. */
  readonly isSpeaker: () => boolean
  readonly me: () => number | undefined
  /** Reports whether the operator may answer visitors. */
  readonly mayReply: () => boolean
  /** Opens a path of the desk. */
  readonly open: (path: string) => void
  readonly play: (volume: number) => unknown
  /** Tells screen readers. */
  readonly say: (text: string) => void
  readonly now?: () => Date
}

/** An event that the operator may want to hear about. */
interface Occasion {
  /** The kinds it belongs to; the settings of any of them suffice. */
  readonly kinds: readonly NotifiedKind[]
  readonly conversation: string | undefined
  /** Path of what it is about. */
  readonly place: string
  readonly title: string
  readonly body: string
}

/**
 * Notifies an operator who is looking elsewhere, by notification and chime as configured; in Parley itself, a screen reader
 * reads what would be notified of.
 */
export function createNotifier(needs: Needs) {
  const { preferences, now = () => new Date() } = needs
  const read = createNewsreader(needs.say)
  let playedAt = Number.NEGATIVE_INFINITY

  /** Reports whether the operator wants quiet, or sees it anyway. */
  function isSilent(settings: NotificationSettings, { conversation }: Occasion): boolean {
    if (preferences.status.value === 'away' || isQuiet(settings.quiet_hours, now())) return true
    return conversation !== undefined && needs.isSeen(conversation)
  }

  function play(): void {
    const time = now().getTime()
    if (!preferences.sound.value || time - playedAt < BETWEEN) return
    playedAt = time
    needs.play(preferences.volume.value)
  }

  return (event: LiveEvent): void => {
    const settings = needs.settings()
    const occasion = occasionOf(event, needs)
    if (!settings || !occasion || isSilent(settings, occasion)) return
    const { kinds, conversation, place, title, body } = occasion
    const hasSound = kinds.some((kind) => settings.kinds[kind].sound)
    const hasNote = kinds.some((kind) => settings.kinds[kind].desktop)
    const isLooking = needs.isLooking()
    // Only the tab in front is read out, whichever of the tabs notifies.
    if (isLooking && (hasSound || hasNote))
      read({ place, text: `${title}: ${plainWords(body).slice(0, LENGTH)}` })
    if (!needs.isSpeaker()) return
    if (hasSound) play()
    if (hasNote && preferences.notifications.value && !isLooking)
      notify(noteOf(title, body, needs), conversation, () => needs.open(place))
  }
}

interface Note {
  readonly title: string
  readonly body: string
  /** Label of the field for a reply; undefined for an operator who may not reply. */
  readonly reply?: string
}

const noteOf = (title: string, body: string, { mayReply }: Needs): Note => ({
  title,
  body: body.slice(0, LENGTH),
  ...(mayReply() && { reply: t('desktop.reply') }),
})

function occasionOf(event: LiveEvent, needs: Needs): Occasion | undefined {
  const notification = notificationIn(event)
  if (notification) {
    return {
      kinds: [notification.kind],
      conversation: notification.conversation_id ?? undefined,
      place: placeOfNotification(notification),
      ...wordsOf(notification),
    }
  }
  if (event.type === 'conversation.created')
    return about(event.data, ['new_conversation', 'any_message'], bodyOf(event.data))
  return event.type === 'message.created' ? messageOccasion(event.data, needs) : undefined
}

/** The operator's own tests are never announced. */
function about(
  item: InboxItem,
  kinds: readonly NotifiedKind[],
  body: string,
): Occasion | undefined {
  if (item.type === 'test') return undefined
  const place = `/app/inbox/${item.id}`
  return { kinds, conversation: item.id, place, title: titleOf(item), body }
}

/** Notification about a visitor's message. */
function messageOccasion(
  { conversation_id, message }: Extract<LiveEvent, { type: 'message.created' }>['data'],
  { itemOf, me }: Needs,
): Occasion | undefined {
  const item = itemOf(conversation_id)
  if (message.author !== 'visitor' || !item) return undefined
  const kinds = isMine(item, me())
    ? (['own_message', 'any_message'] as const)
    : (['any_message'] as const)
  return about(item, kinds, message.content)
}

/** Assigned to this operator, or unassigned with the assistant off. */
function isMine({ assignee, ai_enabled }: InboxItem, me: number | undefined): boolean {
  return assignee ? assignee.id === me : !ai_enabled
}

const bodyOf = ({ last_message }: InboxItem) =>
  last_message?.author === 'visitor' ? last_message.content : t('shell.notification.begun')

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
  { reply, ...note }: Note,
  conversation: string | undefined,
  open: () => void,
): void {
  const desktop = desktopApp()
  if (desktop)
    return void desktop.notify(
      conversation ? { ...note, conversation, ...(reply !== undefined && { reply }) } : note,
    )
  if (permission() !== 'granted') return
  // One per conversation: a newer notification replaces the older one.
  const shown = new Notification(note.title, { body: note.body, tag: conversation ?? note.title })
  shown.onclick = () => {
    window.focus()
    open()
    shown.close()
  }
}

/** Shows a sample notification. */
export function showTest(title: string, body: string): void {
  notify({ title, body }, undefined, () => undefined)
}
