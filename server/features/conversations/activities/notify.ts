import type { Actor } from '#contracts/activities.ts'
import type { NotificationCause, NotificationKind } from '#contracts/notifications.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { notify } from '../../platform/notifications/notify.ts'
import type { NotificationData } from '../../platform/notifications/queries.ts'
import { activityQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** A conversation in which something happened. */
interface Place {
  readonly id: number
  readonly uuid: string
  readonly user_id: number
}

/** An activity that may concern somebody. */
interface Happened {
  readonly kind: string
  readonly operatorId: number | null
  readonly data: JsonObject
}

type Notifier = (tx: Tx, context: Needs, place: Place, happened: Happened) => void

/** Activities that notify operators. */
const NOTIFIERS: Readonly<Record<string, Notifier>> = {
  assigned: notifyAssignee,
  team_assigned: notifyTeam,
  rule_notified: notifyNamed,
  needs_person: (tx, context, place, { data }) =>
    notifyAnswerers(tx, context, place, 'needs_person', {
      cause: data['reason'] as NotificationCause,
    }),
  email_bounced: failed('email_bounced'),
  email_not_sent: failed('email_not_sent'),
  sms_not_sent: failed('sms_not_sent'),
  messenger_not_sent: failed('messenger_not_sent'),
}

/** Notifies the operators whom an activity concerns, in its transaction. Tests of an assistant concern nobody. */
export function notifyOf(tx: Tx, context: Needs, place: Place, happened: Happened): void {
  const notifier = NOTIFIERS[happened.kind]
  if (notifier && !activityQueries(context.db).isTest(place.id))
    notifier(tx, context, place, happened)
}

/**
 * Notifies whoever is to answer in a conversation: the operator it is assigned to; if there is none, the members of its team; or else
 * everyone at the desk, in one row however many they are.
 */
export function notifyAnswerers(
  tx: Tx,
  context: Needs,
  { id, user_id: userId }: Place,
  kind: NotificationKind,
  data: NotificationData,
): void {
  const queries = activityQueries(context.db)
  const operatorId = queries.assigneeOf(id)
  const members = operatorId === undefined ? queries.teamOf(id) : [operatorId]
  const recipients = members.length === 0 ? (['desk'] as const) : members.map(toOperator)
  for (const to of recipients) notify(tx, context, { userId, kind, to, conversationId: id, data })
}

const toOperator = (operatorId: number) => ({ operatorId })

function notifyAssignee(
  tx: Tx,
  context: Needs,
  { id, user_id: userId }: Place,
  { operatorId: by, data }: Happened,
): void {
  const to = data['to'] as Actor | null
  if (to === null || to.id === by) return
  notify(tx, context, {
    userId,
    kind: 'assignment',
    to: { operatorId: to.id },
    by,
    conversationId: id,
    data: ruleIn(data),
  })
}

/** Everyone in the team but the operator who assigned it, unless somebody has the conversation already. */
function notifyTeam(
  tx: Tx,
  context: Needs,
  { id, user_id: userId }: Place,
  { operatorId: by, data }: Happened,
): void {
  const to = data['to'] as Actor | null
  if (to === null || activityQueries(context.db).assigneeOf(id) !== undefined) return
  const members = teamQueries(context.db).find(userId, to.id)?.operator_ids ?? []
  for (const operatorId of members.filter((one) => one !== by))
    notify(tx, context, {
      userId,
      kind: 'assignment',
      to: { operatorId },
      by,
      conversationId: id,
      data: { ...ruleIn(data), team: to.name },
    })
}

/** A rule notifies the operators it names, or everyone. */
function notifyNamed(
  tx: Tx,
  context: Needs,
  { id, user_id: userId }: Place,
  { data }: Happened,
): void {
  const named = data['to'] as unknown as readonly Actor[]
  const recipients =
    named.length === 0 ? (['desk'] as const) : named.map((one) => ({ operatorId: one.id }))
  for (const to of recipients)
    notify(tx, context, { userId, kind: 'rule', to, conversationId: id, data: ruleIn(data) })
}

const ruleIn = ({ rule }: JsonObject): NotificationData =>
  typeof rule === 'string' ? { rule } : {}

/** Notifies of a message that could not be delivered. */
function failed(cause: NotificationCause): Notifier {
  return (tx, context, place, { data: { reason } }) =>
    notifyAnswerers(tx, context, place, 'delivery_failed', {
      cause,
      // A stored fault, as activities hold it.
      ...(typeof reason === 'string' && { reason: reason as NotificationData['reason'] & string }),
    })
}
