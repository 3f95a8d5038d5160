import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { BulkAction, BulkValue } from '#contracts/inbox-bulk.ts'
import type { Context } from '../../../context.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { labelQueries } from '../labels/queries.ts'

/** Shortest snooze, ms. */
const MIN_SNOOZE_MS = 60_000

type Needs = Pick<Context, 'db' | 'now'>
type Check = (needs: Needs, userId: number, value: BulkValue) => FieldFaults

const invalid = (field: string): FieldFaults => ({ [field]: [fault('not_selectable')] })

const isLabel: Check = ({ db }, userId, { label_id: id }) =>
  id !== undefined && labelQueries(db).find(userId, id) ? {} : invalid('value.label_id')

/** Validators of each action's value. */
const CHECKS: Readonly<Partial<Record<BulkAction, Check>>> = {
  label: isLabel,
  unlabel: isLabel,
  assign({ db }, userId, { assignee_id: id }) {
    const isGood = id === null || (id !== undefined && operatorQueries(db).ofUser(userId, id))
    return isGood ? {} : invalid('value.assignee_id')
  },
  team({ db }, userId, { team_id: id }) {
    const isGood = id === null || (id !== undefined && teamQueries(db).find(userId, id))
    return isGood ? {} : invalid('value.team_id')
  },
  snooze({ now }, _, { until }) {
    const isLater = until !== undefined && Date.parse(until) >= now().getTime() + MIN_SNOOZE_MS
    return isLater ? {} : { 'value.until': [fault('too_soon')] }
  },
  mode: (_, __, { mode }) => (mode ? {} : invalid('value.mode')),
}

/** Field errors in the value of an action. */
export function faultsOf(
  needs: Needs,
  userId: number,
  action: BulkAction,
  value: BulkValue,
): FieldFaults {
  return CHECKS[action]?.(needs, userId, value) ?? {}
}
