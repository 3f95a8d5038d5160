import type { Activity } from '#contracts/activities.ts'
import { t } from '../../../locales/translate.ts'
import { briefly, Time, toDate } from '../../../ui/time.tsx'
import { modeLine } from './dial-model.ts'

/** An event in the thread, as a muted line. */
export function ActivityRow({ activity }: { readonly activity: Activity }) {
  return (
    <p class="activity">
      <span dir="auto">{activityLine(activity)}</span>
      <Time at={activity.created_at} as="clock" />
    </p>
  )
}

/** Describes an activity. */
export function activityLine(activity: Omit<Activity, 'after_seq'>): string {
  const { kind, by, data } = activity

  const name = actorOf(activity)
  switch (kind) {
    case 'mode':
      return modeLine(activity)
    case 'ended':
      if (data['by'] === 'visitor') return t('thread.activity.endedByVisitor')
      if (data['by'] === 'silence') return t('thread.activity.endedBySilence')
      return by ? t('thread.activity.endedBy', { name }) : t('thread.activity.ended')
    case 'reopened':
      return by ? t('thread.activity.reopenedBy', { name }) : t('thread.activity.reopened')
    case 'blocked':
      return blockedLine(name, data['reason'])
    case 'unblocked':
      return t('thread.activity.unblocked', { name })
    case 'assigned':
      return assignedLine(name, nameIn(data['to']), by?.name)
    case 'team_assigned':
      return teamLine(name, nameIn(data['to']))
    case 'snoozed':
      return t('thread.activity.snoozed', { name, until: briefly(toDate(String(data['until']))) })
    case 'awake':
      return by ? t('thread.activity.unsnoozedBy', { name }) : t('thread.activity.unsnoozed')
    case 'needs_person':
      return needsPersonLine(data)
    case 'whisper':
      return t('thread.activity.whispered', { name, content: String(data['content']) })
    case 'answer_edited':
      return t('thread.activity.answerEdited', { name })
    case 'answer_discarded':
      return t('thread.activity.answerDiscarded', { name })
    case 'call_listened':
      return t('thread.activity.callListened', { name })
    case 'call_taken':
      return t('thread.activity.callTaken', { name })
    case 'call_given_back':
      return t('thread.activity.callGivenBack', { name })
    case 'call_transferred':
      return t('thread.activity.callTransferred', { name, number: String(data['number']) })
    case 'speech_failed':
      return typeof data['service'] === 'string'
        ? t('thread.activity.speechFailed', { name: data['service'] })
        : t('thread.activity.hearingFailed')
    case 'transfer_asked':
      return t('thread.activity.transferAsked', { number: String(data['number']) })
    case 'transfer_accepted':
      return t('thread.activity.transferAccepted', { number: String(data['number']) })
    case 'transfer_failed':
      return unansweredLine(String(data['number']), String(data['reason']))
    case 'email_sent':
    case 'email_not_sent':
    case 'email_unknown':
      return emailLine(kind, data)
    case 'email_received':
    case 'email_ignored':
    case 'email_bounced':
    case 'email_link_opened':
      return incomingLine(kind, data)
    case 'rule_notified': {
      const to = list(data['to']) || t('thread.activity.everyone')
      return t('thread.activity.ruleNotified', { name: String(data['rule']), to })
    }
    case 'labels':
      return labelsLine(name, list(data['added']), list(data['removed']))
    default:
      return textLine(activity)
  }
}

function needsPersonLine({ reason, tool }: Activity['data']): string {
  return reason === 'approval'
    ? t('thread.activity.asksApproval', { tool: String(tool) })
    : t('thread.activity.needsPerson')
}

/** Name of the operator or rule behind an activity. */
function actorOf({ by, data: { rule } }: Pick<Activity, 'by' | 'data'>): string {
  if (by) return by.name
  return typeof rule === 'string'
    ? t('thread.activity.rule', { name: rule })
    : t('thread.activity.somebody')
}

/** Activities of text messages and the messaging channel, and those without words of their own. */
function textLine({ kind, by, data: { reason } }: Omit<Activity, 'after_seq'>): string {
  if (!/^(sms|messenger)_/.test(kind))
    return t('thread.activity.other', { name: by?.name ?? 'Parley', kind })
  if (kind.endsWith('_stopped')) return t('thread.activity.textStopped')
  if (kind.endsWith('_started')) return t('thread.activity.textStarted')
  if (kind.endsWith('_edited')) return t('thread.activity.textEdited')
  return t('thread.activity.textNotSent', { reason: String(reason ?? '') })
}

const blockedLine = (name: string, reason: unknown): string =>
  typeof reason === 'string'
    ? t('thread.activity.blockedFor', { name, reason })
    : t('thread.activity.blocked', { name })

/** Reasons why nobody answered a transferred call. */
const UNANSWERED = ['busy', 'no-answer', 'machine', 'declined'] as const

function unansweredLine(number: string, reason: string): string {
  const known = UNANSWERED.find((each) => each === reason) ?? 'failed'
  return t(`thread.activity.transferFailed.${known}`, { number })
}

function emailLine(
  kind: 'email_sent' | 'email_not_sent' | 'email_unknown',
  { address, reason, is_sandbox }: Activity['data'],
): string {
  const words = { address: String(address), reason: String(reason ?? '') }
  if (kind === 'email_not_sent') return t('thread.activity.emailNotSent', words)
  if (kind === 'email_unknown') return t('thread.activity.emailUnknown', words)
  return t(is_sandbox ? 'thread.activity.emailKept' : 'thread.activity.emailSent', words)
}

function incomingLine(
  kind: 'email_received' | 'email_ignored' | 'email_bounced' | 'email_link_opened',
  { address, reason, dmarc, left_out, is_answered }: Activity['data'],
): string {
  const words = { address: String(address), reason: String(reason ?? ''), dmarc: String(dmarc) }
  if (kind === 'email_link_opened') return t('thread.activity.emailLinkOpened')
  // The reason is a whole sentence.
  if (kind === 'email_bounced') return words.reason
  if (kind === 'email_ignored') return t('thread.activity.emailIgnored', words)
  const isConfirmed = dmarc === null || dmarc === undefined || dmarc === 'pass'
  const names = list(left_out)
  return [
    isConfirmed
      ? t('thread.activity.emailReceived', words)
      : t('thread.activity.emailReceivedUnconfirmed', words),
    ...(names === '' ? [] : [t('thread.activity.emailLeftOut', { names })]),
    ...(is_answered === false ? [t('thread.activity.emailUnanswered', words)] : []),
  ].join(' · ')
}

function assignedLine(name: string, to: string | undefined, by: string | undefined): string {
  if (to === undefined) return t('thread.activity.unassigned', { name })
  return to === by
    ? t('thread.activity.assignedToSelf', { name: to })
    : t('thread.activity.assigned', { name, to })
}

function labelsLine(name: string, added: string, removed: string): string {
  if (added && removed) return t('thread.activity.relabelled', { name, added, removed })
  return added
    ? t('thread.activity.labelled', { name, added })
    : t('thread.activity.unlabelled', { name, removed })
}

const teamLine = (name: string, team: string | undefined): string =>
  team === undefined
    ? t('thread.activity.noTeam', { name })
    : t('thread.activity.toTeam', { name, team })

function nameIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'name' in value
    ? String(value.name)
    : undefined
}

const list = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => nameIn(item) ?? String(item)).join(', ') : ''
