import type { Notification, NotificationCause } from '#contracts/notifications.ts'
import { t } from '../../locales/translate.ts'
import { placeOfNotice } from '../notices.ts'
import { titleOf } from '../people/people.ts'

/** Title and text of a notification, in the list and on the desktop. */
export interface NotificationWords {
  readonly title: string
  readonly body: string
}

/** A notification in words. */
export function wordsOf(notification: Notification): NotificationWords {
  const { kind, by, rule, team, cause, text, notice } = notification
  const party = partyOf(notification)
  const ruleName = t('shell.notification.rule', { name: rule ?? '' })
  switch (kind) {
    case 'mention':
      return {
        title: t('shell.notification.mentioned', { name: by?.name ?? '' }),
        body: text ?? '',
      }
    case 'assignment':
      return {
        title:
          team === null
            ? t('shell.notification.assigned', { name: by?.name ?? ruleName })
            : t('shell.notification.assignedTeam', { name: by?.name ?? ruleName, team }),
        body: party,
      }
    case 'rule':
      return { title: ruleName, body: party }
    case 'needs_person':
      return { title: party, body: causeWords(cause) ?? t('shell.notification.needsPerson') }
    case 'sla':
      return { title: party, body: causeWords(cause) ?? '' }
    default:
      return {
        title: notice
          ? t(`notices.kinds.${notice.kind}`, { subject: notice.subject })
          : (causeWords(cause) ?? ''),
        body: [party || notification.url, text].filter(Boolean).join(' · '),
      }
  }
}

/** Path of what a notification is about. */
export function placeOfNotification({ conversation_id, notice, url }: Notification): string {
  if (conversation_id !== null) return `/app/inbox/${conversation_id}`
  if (notice) return placeOfNotice(notice)
  return url === null ? '/app/home' : `/app/webhooks?${new URLSearchParams({ url })}`
}

/** The other party of its conversation. */
const partyOf = ({ conversation_id: id, conversation }: Notification): string =>
  id !== null && conversation ? titleOf({ id, ...conversation }) : ''

const causeWords = (cause: NotificationCause | null): string | undefined =>
  cause === null ? undefined : t(`shell.notification.cause.${cause}`)
