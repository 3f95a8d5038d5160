import { minuteOf } from '#contracts/calling-hours.ts'
import type { CampaignChange } from '#contracts/campaigns.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { withDefaults } from './fields.ts'

interface Field {
  readonly name: string
  readonly type: string
}

/** Rules between the fields of a campaign, and that what they refer to is the account's. */
export function campaignFaults(
  { db }: Pick<Context, 'db'>,
  userId: number,
  sent: CampaignChange,
  stored: CampaignChange = {},
): FieldFaults {
  const whole = withDefaults(sent, stored)
  const faults: FieldFaults = {}
  const { allowed_hours_start_time: start, allowed_hours_end_time: end } = whole
  if (minuteOf(start) === minuteOf(end))
    faults['allowed_hours_end_time'] = [fault('same_as', { other: 'allowed_hours_start_time' })]
  const goal = whole.goal_completion_variable
  const assistant =
    whole.assistant_id === undefined
      ? undefined
      : assistantQueries(db).find(userId, whole.assistant_id)
  if (!goal && whole.retry_on_goal_incomplete)
    faults['goal_completion_variable'] = [
      fault('required_when', { other: 'retry_on_goal_incomplete', value: 'true' }),
    ]
  // An assistant that is not there has an answer of its own.
  else if (goal && assistant && !isGoal(assistant.post_call_schema, goal))
    faults['goal_completion_variable'] = [fault('not_selectable')]
  for (const [index, id] of (sent.phone_number_ids ?? []).entries())
    if (!phoneNumberQueries(db).find(userId, id))
      faults[`phone_number_ids.${index}`] = [fault('not_selectable')]
  return faults
}

const isGoal = (schema: string, goal: string): boolean =>
  (JSON.parse(schema) as Field[]).some(({ name, type }) => name === goal && type === 'bool')
