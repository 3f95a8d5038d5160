import type { BulkAction, BulkValue } from '#contracts/inbox-bulk.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import { toIso } from '../../../db/time.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { recordActivity } from '../activities/record.ts'
import { endConversation } from '../end.ts'
import { labelQueries } from '../labels/queries.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { turnDial } from '../turns/dial.ts'
import type { Turns } from '../turns/run.ts'
import { bulkQueries } from './bulk-queries.ts'
import { snoozeQueries } from './snooze-queries.ts'

export type DeedNeeds = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs' | 'randomBytes'> & {
  readonly turns: Turns
}

/** What an action does to one conversation, and how it is taken back. */
interface Deed {
  /** Changes a conversation; returns what it was, or undefined when it was so already. */
  readonly act: (deed: Acting) => JsonObject | undefined
  /** Takes it back where nobody has changed it since; false when somebody has. */
  readonly undo?: (deed: Acting, before: JsonObject) => boolean
}

interface Acting {
  readonly context: DeedNeeds
  readonly row: ConversationRow
  readonly value: BulkValue
  /** Who does it. */
  readonly by: number | null
}

export const DEEDS: Readonly<Record<BulkAction, Deed>> = {
  end: {
    act: ({ context, row, by }) => (endConversation(context, row.id, by) ? {} : undefined),
  },
  assign: {
    act: (acting) => assign(acting, acting.value.assignee_id ?? null),
    undo: (acting, before) =>
      acting.row.assignee_id === (acting.value.assignee_id ?? null) &&
      assign(acting, before['assignee_id'] as number | null) !== undefined,
  },
  label: {
    act: (acting) => (label(acting, true) ? {} : undefined),
    undo: (acting) => label(acting, false),
  },
  unlabel: {
    act: (acting) => (label(acting, false) ? {} : undefined),
    undo: (acting) => label(acting, true),
  },
  snooze: {
    act: (acting) => snooze(acting, Date.parse(acting.value.until!)),
    undo: (acting, before) =>
      acting.row.snoozed_until === Date.parse(acting.value.until!) &&
      snooze(acting, before['until'] as number | null) !== undefined,
  },
  unsnooze: {
    act: (acting) => snooze(acting, null),
    undo(acting, before) {
      const until = before['until'] as number
      return (
        acting.row.snoozed_until === null &&
        until > acting.context.now().getTime() &&
        snooze(acting, until) !== undefined
      )
    },
  },
  read: {
    act({ context, row }) {
      if (row.unread_count === 0) return undefined
      conversationQueries(context.db).read(row.id, row.message_count)
      recordConversation(context, row.id, 'conversation.updated')
      return { seq: row.operator_read_seq, read: row.message_count }
    },
    undo({ context, row }, { seq, read }) {
      if (row.operator_read_seq !== read) return false
      readUpTo(context, row, seq as number)
      return true
    },
  },
  unread: {
    act({ context, row }) {
      const last = bulkQueries(context.db).lastOfVisitor(row.id)
      if (last === undefined || row.unread_count > 0) return undefined
      readUpTo(context, row, last - 1)
      return { seq: row.operator_read_seq, unread: last - 1 }
    },
    undo({ context, row }, { seq, unread }) {
      if (row.operator_read_seq !== unread) return false
      readUpTo(context, row, seq as number)
      return true
    },
  },
  mode: {
    act: (acting) => turn(acting, acting.value.mode!),
    undo: (acting, before) =>
      acting.row.ai_mode === acting.value.mode &&
      turn(acting, before['mode'] as ConversationRow['ai_mode']) !== undefined,
  },
}

/** Everything up to a message has been seen, and nothing after it. */
function readUpTo(context: DeedNeeds, { id }: ConversationRow, seq: number): void {
  bulkQueries(context.db).unread(id, seq)
  recordConversation(context, id, 'conversation.updated')
}

function assign({ context, row, by }: Acting, to: number | null): JsonObject | undefined {
  const { db } = context
  if (!bulkQueries(db).assign(row.id, to)) return undefined
  const name = to === null ? undefined : operatorQueries(db).ofUser(row.user_id, to)?.name
  const data = { to: to === null ? null : { id: to, name: name ?? '' } }
  recordActivity(context, row, { kind: 'assigned', operatorId: by, data })
  recordConversation(context, row.id, 'conversation.updated')
  return { assignee_id: row.assignee_id }
}

function label({ context, row, by, value }: Acting, isOn: boolean): boolean {
  const labels = labelQueries(context.db)
  const found = labels.find(row.user_id, value.label_id!)
  if (!found) return false
  if (!(isOn ? labels.put(row.id, found.id) : labels.take(row.id, found.id))) return false
  const data = { added: isOn ? [found.name] : [], removed: isOn ? [] : [found.name] }
  recordActivity(context, row, { kind: 'labels', operatorId: by, data })
  recordConversation(context, row.id, 'conversation.updated')
  return true
}

function snooze({ context, row, by }: Acting, until: number | null): JsonObject | undefined {
  if (!snoozeQueries(context.db).set(row.id, until)) return undefined
  recordActivity(
    context,
    row,
    until === null
      ? { kind: 'awake', operatorId: by }
      : { kind: 'snoozed', operatorId: by, data: { until: toIso(until) } },
  )
  recordConversation(context, row.id, 'conversation.updated')
  return { until: row.snoozed_until }
}

function turn(
  { context, row, by }: Acting,
  mode: ConversationRow['ai_mode'],
): JsonObject | undefined {
  if (row.ai_mode === mode || by === null) return undefined
  turnDial(context, row, { mode, by })
  return { mode: row.ai_mode }
}
