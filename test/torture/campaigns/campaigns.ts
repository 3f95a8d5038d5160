import { createCampaign } from '#contracts/campaigns.ts'
import type { Life } from './life.ts'

/** Two campaigns: one with hours across a clock change, and one with hours across midnight. */
export async function createCampaigns({ call }: Life, assistant_id: number): Promise<number[]> {
  const first = await call(createCampaign, {
    body: {
      name: 'At night',
      assistant_id,
      timezone: 'Europe/Berlin',
      allowed_hours_start_time: '01:15',
      allowed_hours_end_time: '03:44',
      max_calls_in_parallel: 10,
      max_retries: 2,
      retry_interval: 10,
      retry_on_voicemail: true,
    },
  })
  const second = await call(createCampaign, {
    body: {
      name: 'Over midnight',
      assistant_id,
      timezone: 'America/New_York',
      allowed_hours_start_time: '22:30',
      allowed_hours_end_time: '00:59',
      allowed_days: ['monday', 'tuesday', 'thursday', 'friday', 'saturday', 'sunday'],
      max_calls_in_parallel: 7,
      max_retries: 1,
      retry_interval: 45,
      retry_on_goal_incomplete: true,
      goal_completion_variable: 'booked',
    },
  })
  return [first.data.id, second.data.id]
}
