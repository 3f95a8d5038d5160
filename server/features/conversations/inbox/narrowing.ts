import type { InboxFilter } from '#contracts/inbox-filter.ts'
import type { ReportMeasure } from '#contracts/report-measures.ts'
import { periodOf } from '../../../db/time.ts'
import { daysIn } from '../../platform/values/local-days.ts'
import { type Shift, shiftsIn } from '../../platform/values/local-shifts.ts'

/** An inbox filter in terms of database columns, without search words. */
export interface Narrowing {
  readonly userId: number
  readonly state?: string | undefined
  /** 0 for unassigned. */
  readonly assigneeId?: number | undefined
  /** Id of a team, the teams of the caller, or none. */
  readonly team?: number | 'mine' | 'none' | undefined
  readonly assistantId?: number | undefined
  readonly type?: string | undefined
  readonly mode?: string | undefined
  readonly labelIds: readonly number[]
  /** True for conversations without any label. */
  readonly unlabelled?: true | undefined
  /** True for those who wait for a reply, false for the others. */
  readonly awaiting?: boolean | undefined
  /** False for conversations in which no reply is due. */
  readonly isDue?: false | undefined
  readonly needsPerson?: true | undefined
  readonly aiOnly?: true | undefined
  readonly unread?: true | undefined
  readonly hasEmail?: true | undefined
  /** Conversations with mentions of the caller: all, those with unread ones, or the others. */
  readonly mention?: 'any' | 'unread' | 'read' | undefined
  /** Id of the operator of the request. */
  readonly me: number
  /** Range of the last activity, ms since 1970; `to` is exclusive. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Range of the start, ms since 1970; `startedTo` is exclusive. */
  readonly startedFrom?: number | undefined
  readonly startedTo?: number | undefined
  /** Local hour (0–23) and weekday (1 for Monday) of the start, in the timezone of `shifts`. */
  readonly startedHour?: number | undefined
  readonly startedWeekday?: number | undefined
  /** Offsets of the timezone; empty without an hour or a weekday. */
  readonly shifts: readonly Shift[]
  readonly counted?: ReportMeasure | undefined
}

/** Reports whether a filter restricts when conversations started. */
export const isByStart = (narrowing: Narrowing): boolean =>
  narrowing.startedFrom !== undefined ||
  narrowing.startedTo !== undefined ||
  narrowing.startedHour !== undefined ||
  narrowing.startedWeekday !== undefined

/** Account and operator of the request; `me` in a filter refers to this operator. */
export interface Caller {
  readonly userId: number
  readonly operatorId: number
}

/** Range in which hours and weekdays are known, whatever period a filter names: 2020 to 2050. */
const KNOWN = { from: Date.UTC(2020, 0), to: Date.UTC(2050, 0) }

/** Resolves a filter for the current operator. */
export function narrowingOf(filter: InboxFilter, { userId, operatorId }: Caller): Narrowing {
  const { from, to } = periodOf(filter)
  return {
    userId,
    state: filter.state,
    assigneeId: assigneeOf(filter.assignee, operatorId),
    team: teamOf(filter.team),
    assistantId: filter.assistant_id,
    type: filter.type,
    mode: filter.mode,
    labelIds: labelsOf(filter.labels),
    unlabelled: filter.labels === 'none' || undefined,
    awaiting: isAsked(filter.awaiting),
    needsPerson: isAsked(filter.needs_person),
    aiOnly: isAsked(filter.ai_only),
    unread: isAsked(filter.unread),
    hasEmail: isAsked(filter.has_email),
    mention: filter.mentioned === '1' ? 'any' : undefined,
    me: operatorId,
    from,
    to,
    ...startOf(filter),
    counted: filter.counted,
  }
}

function startOf(filter: InboxFilter) {
  const { started_from, started_to, started_hour: hour, started_weekday: weekday } = filter
  const { timezone = 'UTC' } = filter
  const { from, to } = daysIn({ date_from: started_from, date_to: started_to }, timezone)
  const known = {
    from: Math.max(from ?? KNOWN.from, KNOWN.from),
    to: Math.min(to ?? KNOWN.to, KNOWN.to),
  }
  const isLocal = hour !== undefined || weekday !== undefined
  return {
    startedFrom: from,
    startedTo: to,
    startedHour: hour === undefined ? undefined : Number(hour),
    startedWeekday: weekday === undefined ? undefined : Number(weekday),
    shifts: isLocal ? shiftsIn(known, timezone) : [],
  }
}

const labelsOf = (labels: string | undefined): number[] =>
  labels === undefined || labels === 'none' ? [] : [...new Set(labels.split(',').map(Number))]

const isAsked = (value: '1' | undefined): true | undefined => (value === '1' ? true : undefined)

function teamOf(team: string | undefined): Narrowing['team'] {
  return team === undefined || team === 'mine' || team === 'none' ? team : Number(team)
}

function assigneeOf(assignee: string | undefined, me: number): number | undefined {
  if (assignee === undefined) return undefined
  if (assignee === 'me') return me
  return assignee === 'none' ? 0 : Number(assignee)
}
