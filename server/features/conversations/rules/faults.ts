import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { NewRule } from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { webhookAddressFaults } from '../../assistants/webhook-addresses.ts'
import { labelQueries } from '../labels/queries.ts'

/** A body that may lack required fields. */
type Sent = Partial<NewRule>

type Needs = Pick<Context, 'db' | 'networkOf' | 'port'>

/** Actions that an ended conversation does not have. */
const NOT_AT_END = ['mode', 'reply', 'snooze_minutes'] as const

/** Errors in a rule that a schema cannot express: what its ids refer to, and fields that depend on others. */
export function ruleFaults(context: Needs, userId: number, sent: Sent): FieldFaults {
  const { webhook_url: faults } = webhookAddressFaults(context, sent.actions ?? {})
  return {
    ...minuteFaults(sent),
    ...eventFaults(sent),
    ...idFaults(context.db, userId, sent),
    ...(faults && { 'actions.webhook_url': faults }),
  }
}

function minuteFaults({ event, minutes }: Sent): FieldFaults {
  const other = { other: 'event', value: 'unanswered' }
  if (event === 'unanswered' && minutes === undefined)
    return { minutes: [fault('required_when', other)] }
  if (event !== undefined && event !== 'unanswered' && minutes !== undefined)
    return { minutes: [fault('prohibited_unless', other)] }
  return {}
}

function eventFaults({ event, conditions, actions = {} }: Sent): FieldFaults {
  const faults: Record<string, FieldFaults[string]> = {}
  if (event === 'created' && conditions?.text)
    faults['conditions.text'] = [fault('prohibited_when', { other: 'event', value: event })]
  for (const name of NOT_AT_END)
    if (event === 'ended' && actions[name] !== undefined)
      faults[`actions.${name}`] = [fault('prohibited_when', { other: 'event', value: event })]
  const { assign } = actions
  if (assign?.to === 'person' && assign.operator_ids.length !== 1)
    faults['actions.assign.operator_ids'] = [fault('required')]
  if (assign?.to === 'team' && assign.team_id === undefined)
    faults['actions.assign.team_id'] = [fault('required')]
  return faults
}

function idFaults(
  db: Context['db'],
  userId: number,
  { conditions = {}, actions = {} }: Sent,
): FieldFaults {
  const people = operatorQueries(db)
  const isLabel = (id: number) => labelQueries(db).find(userId, id) !== undefined
  const isPerson = (id: number) => people.ofUser(userId, id) !== undefined
  const teamId = actions.assign?.team_id
  const isTeam = teamId === undefined || teamQueries(db).find(userId, teamId) !== undefined
  const isAssistant = (id: number) => assistantQueries(db).find(userId, id) !== undefined
  return {
    ...unknown('conditions.assistant.ids', conditions.assistant?.ids, isAssistant),
    ...unknown('conditions.label.ids', conditions.label?.ids, isLabel),
    ...unknown('actions.label_ids', actions.label_ids, isLabel),
    ...unknown('actions.assign.operator_ids', actions.assign?.operator_ids, isPerson),
    ...(isTeam ? {} : { 'actions.assign.team_id': [fault('not_selectable')] }),
    ...unknown('actions.notify.operator_ids', actions.notify?.operator_ids, isPerson),
  }
}

/** Errors for ids that do not exist in the account. */
function unknown(
  place: string,
  ids: readonly number[] | undefined,
  isKnown: (id: number) => boolean,
): FieldFaults {
  return Object.fromEntries(
    (ids ?? []).flatMap((id, index) =>
      isKnown(id) ? [] : [[`${place}.${index}`, [fault('not_selectable')]]],
    ),
  )
}
