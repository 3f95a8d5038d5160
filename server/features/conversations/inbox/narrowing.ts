import type { InboxFilter } from '#contracts/inbox-filter.ts'
import { periodOf } from '../../../db/time.ts'

/** An inbox filter in terms of database columns, without search words. */
export interface Narrowing {
  readonly userId: number
  readonly state?: string | undefined
  /** 0 for unassigned. */
  readonly assigneeId?: number | undefined
  readonly assistantId?: number | undefined
  readonly type?: string | undefined
  readonly mode?: string | undefined
  readonly labelIds: readonly number[]
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
}

/** Account and operator of the request; `me` in a filter refers to this operator. */
export interface Caller {
  readonly userId: number
  readonly operatorId: number
}

/** Resolves a filter for the current operator. */
export function narrowingOf(filter: InboxFilter, { userId, operatorId }: Caller): Narrowing {
  const { from, to } = periodOf(filter)
  return {
    userId,
    state: filter.state,
    assigneeId: assigneeOf(filter.assignee, operatorId),
    assistantId: filter.assistant_id,
    type: filter.type,
    mode: filter.mode,
    labelIds: [...new Set(filter.labels?.split(',').map(Number) ?? [])],
    awaiting: isAsked(filter.awaiting),
    needsPerson: isAsked(filter.needs_person),
    aiOnly: isAsked(filter.ai_only),
    unread: isAsked(filter.unread),
    hasEmail: isAsked(filter.has_email),
    mention: filter.mentioned === '1' ? 'any' : undefined,
    me: operatorId,
    from,
    to,
  }
}

const isAsked = (value: '1' | undefined): true | undefined => (value === '1' ? true : undefined)

function assigneeOf(assignee: string | undefined, me: number): number | undefined {
  if (assignee === undefined) return undefined
  if (assignee === 'me') return me
  return assignee === 'none' ? 0 : Number(assignee)
}
