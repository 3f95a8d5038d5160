import { z } from 'zod'
import { Actor } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { ConversationType } from './enums.ts'
import { issue } from './faults.ts'
import { NoticeKind } from './notices.ts'
import { Flag, Id, integer, optional, Timezone, Uuid } from './scalars.ts'

/**
 * Subject of a notification: a mention in a note; an assignment by a colleague or a rule; a conversation that needs a person; a
 * rule that notifies; a reply that is due soon or overdue; a message or webhook that could not be delivered; a notice of
 * the account.
 */
export const NotificationKind = z.enum([
  'mention',
  'assignment',
  'needs_person',
  'rule',
  'sla',
  'delivery_failed',
  'notice',
])
export type NotificationKind = z.output<typeof NotificationKind>

/** Cause of a notification, where its kind has several. */
export const NotificationCause = z.enum([
  'asked',
  'failed',
  'unknown',
  'approval',
  'email_bounced',
  'email_not_sent',
  'sms_not_sent',
  'messenger_not_sent',
  'webhook',
  'due_soon',
  'overdue',
])
export type NotificationCause = z.output<typeof NotificationCause>

/** Something that an operator should know about. */
export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  conversation_id: Uuid.nullable(),
  conversation: z
    .object({
      type: ConversationType,
      visitor: z.object({ id: Uuid, name: z.string().nullable() }).nullable(),
    })
    .nullable()
    .describe('The other party of the conversation; null if it is not about one.'),
  by: Actor.nullable().describe('The operator who caused it; null if none did.'),
  rule: z.string().nullable().describe('Name of the rule that caused it.'),
  team: z.string().nullable().describe('Name of the team that a conversation was assigned to.'),
  cause: NotificationCause.nullable().describe(
    'Why a conversation needs a person (`asked`: the visitor asked for one, `failed`: the assistant could not answer, `unknown`: it did not know, `approval`: a tool call waits for approval), whether a reply is `due_soon` or `overdue`, or what could not be delivered.',
  ),
  text: z.string().nullable().describe('Start of the note, or the reason as a sentence.'),
  notice: z
    .object({ kind: NoticeKind, subject: z.string() })
    .nullable()
    .describe('The notice that it is about.'),
  url: z.string().nullable().describe('Address of the webhook that could not be delivered.'),
  is_read: z.boolean(),
  created_at: z.iso.datetime(),
})
export type Notification = z.output<typeof Notification>

/** A time of day. */
const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: issue('not_a_time') })
  .meta({ examples: ['22:00'] })

/** Settings with this kind of flag. */
function settingsWith<flag extends z.ZodType>(flag: flag) {
  const signals = z.object({
    sound: flag.describe('Whether a sound is played.'),
    desktop: flag.describe('Whether a desktop notification is shown.'),
  })
  const listed = signals.extend({ desk: flag.describe('Whether it is listed and counted.') })
  return {
    kinds: z.object({
      mention: listed,
      assignment: listed,
      needs_person: listed,
      rule: listed,
      sla: listed,
      delivery_failed: listed,
      notice: listed,
      new_conversation: signals,
      own_message: signals,
      any_message: signals,
    }),
    quiet_hours: z.object({
      is_on: flag,
      from: TimeOfDay,
      to: TimeOfDay.describe('If earlier than `from`, on the next day.'),
      timezone: Timezone,
    }),
  }
}

/** An operator’s settings by kind, and the hours in which they want neither sounds nor desktop notifications. */
export const NotificationSettings = z.object(settingsWith(z.boolean()))
export type NotificationSettings = z.output<typeof NotificationSettings>

export type QuietHours = NotificationSettings['quiet_hours']

/** Every kind with settings, including those that are not listed. */
export type NotifiedKind = keyof NotificationSettings['kinds']

const Sent = settingsWith(Flag)

const NOT_FOUND = 'notification_not_found'

export const listNotifications = endpoint({
  method: 'get',
  path: '/user/notifications',
  capability: 'desk',
  summary: 'List the caller’s notifications of the last 90 days, newest first',
  query: z.object({
    before: Id.optional().describe('Older ones than this, as returned in `before`.'),
  }),
  reply: z.object({
    data: z.array(Notification),
    before: z.int().nullable().describe('Null at the end.'),
  }),
})

export const countNotifications = endpoint({
  method: 'get',
  path: '/user/notifications/unread',
  capability: 'desk',
  summary: 'Count the caller’s unread notifications, up to 100',
  reply: z.object({
    count: z.int().describe('At most 100.'),
    conversations: z
      .array(z.object({ id: Uuid, kinds: z.array(NotificationKind) }))
      .describe('The conversations that these are about, with the kinds of unread notifications.'),
  }),
})

export const readNotification = endpoint({
  method: 'post',
  path: '/user/notifications/:id/read',
  capability: 'desk',
  summary: 'Mark a notification as read by the caller',
  params: z.object({ id: Id }),
  refusals: [NOT_FOUND],
  examples: { reply: { message: 'Marked as read' } },
  reply: z.object({ message: z.string() }),
})

export const readNotifications = endpoint({
  method: 'post',
  path: '/user/notifications/read',
  capability: 'desk',
  summary: 'Mark the caller’s notifications up to an id as read; an earlier id takes it back',
  body: z.object({ up_to: integer(0, Number.MAX_SAFE_INTEGER) }),
  examples: { body: { up_to: 7 }, reply: { message: 'Marked as read', previous: 3 } },
  reply: z.object({
    message: z.string(),
    previous: z.int().describe('The id up to which they were read before.'),
  }),
})

export const readConversationNotifications = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/notifications/read',
  capability: 'desk',
  summary: 'Mark the caller’s notifications about a conversation as read',
  params: z.object({ uuid: z.string() }),
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Marked as read' } },
  reply: z.object({ message: z.string() }),
})

export const getNotificationSettings = endpoint({
  method: 'get',
  path: '/user/notifications/settings',
  capability: 'desk',
  summary: 'Get how the caller is notified',
  reply: NotificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'put',
  path: '/user/notifications/settings',
  capability: 'desk',
  summary: 'Update how the caller is notified; omitted kinds are unchanged',
  body: z.object({
    kinds: optional(Sent.kinds.partial()),
    quiet_hours: optional(Sent.quiet_hours),
  }),
  examples: {
    body: { kinds: { assignment: { desk: true, sound: false, desktop: true } } },
    reply: { message: 'Notification settings updated successfully' },
  },
  reply: z.object({ message: z.string(), data: NotificationSettings }),
})
