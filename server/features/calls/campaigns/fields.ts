import {
  type CallingHours,
  minuteOf,
  timeOf,
  WEEKDAYS,
  type Weekday,
} from '#contracts/calling-hours.ts'
import type { CampaignChange } from '#contracts/campaigns.ts'
import type { CampaignRow } from './queries.ts'

/** Columns of a campaign that its owner sets. */
export type CampaignFields = Omit<
  CampaignRow,
  | 'id'
  | 'user_id'
  | 'status'
  | 'stopped_reason'
  | 'calls_placed'
  | 'last_dialled_at'
  | 'created_at'
  | 'updated_at'
>

const DEFAULTS = {
  max_calls_in_parallel: 3,
  allowed_hours_start_time: '00:00',
  allowed_hours_end_time: '23:59',
  allowed_days: [...WEEKDAYS] as Weekday[],
  max_retries: 3,
  retry_interval: 60,
  retry_on_voicemail: false,
  retry_on_goal_incomplete: false,
  mark_complete_when_no_leads: true,
  phone_number_ids: [] as number[],
}

/** Fills in what was not sent: from the campaign that is being changed, and else the defaults. */
export function withDefaults(sent: CampaignChange, stored: CampaignChange = {}) {
  const merged = { ...stored, ...sent }
  const given = Object.entries(merged).filter(([, value]) => value !== undefined)
  return { ...merged, ...DEFAULTS, ...Object.fromEntries(given) } as CampaignChange &
    typeof DEFAULTS
}

/** A campaign as bodies have it. */
export function settingsOf(row: CampaignRow, numberIds: readonly number[]) {
  return {
    name: row.name,
    assistant_id: row.assistant_id,
    timezone: row.timezone,
    max_calls_in_parallel: row.max_calls_in_parallel,
    allowed_hours_start_time: timeOf(row.start_minute),
    allowed_hours_end_time: timeOf(row.end_minute),
    allowed_days: daysOf(row.allowed_days),
    max_retries: row.max_retries,
    retry_interval: row.retry_interval,
    retry_on_voicemail: row.retry_on_voicemail === 1,
    retry_on_goal_incomplete: row.retry_on_goal_incomplete === 1,
    goal_completion_variable: row.goal_completion_variable ?? undefined,
    mark_complete_when_no_leads: row.mark_complete_when_no_leads === 1,
    phone_number_ids: [...numberIds],
  }
}

type Whole = ReturnType<typeof withDefaults> & {
  readonly name: string
  readonly assistant_id: number
  readonly timezone: string
}

/** The columns for settings that keep all rules. */
export function columnsOf(settings: Whole): CampaignFields {
  return {
    name: settings.name,
    assistant_id: settings.assistant_id,
    timezone: settings.timezone,
    max_calls_in_parallel: settings.max_calls_in_parallel,
    start_minute: minuteOf(settings.allowed_hours_start_time),
    end_minute: minuteOf(settings.allowed_hours_end_time),
    allowed_days: settings.allowed_days.reduce((bits, day) => bits | bitOf(day), 0),
    max_retries: settings.max_retries,
    retry_interval: settings.retry_interval,
    retry_on_voicemail: settings.retry_on_voicemail ? 1 : 0,
    retry_on_goal_incomplete: settings.retry_on_goal_incomplete ? 1 : 0,
    goal_completion_variable: settings.goal_completion_variable || null,
    mark_complete_when_no_leads: settings.mark_complete_when_no_leads ? 1 : 0,
  }
}

/** The hours at which a campaign may call. */
export const hoursOf = (row: CampaignRow): CallingHours => ({
  timezone: row.timezone,
  start: row.start_minute,
  end: row.end_minute,
  days: daysOf(row.allowed_days),
})

const bitOf = (day: Weekday): number => 1 << WEEKDAYS.indexOf(day)

const daysOf = (bits: number): Weekday[] => WEEKDAYS.filter((day) => (bits & bitOf(day)) !== 0)
