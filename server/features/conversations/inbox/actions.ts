import type { BulkAction, BulkValue } from '#contracts/inbox-bulk.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { assignConversation } from '../assign.ts'
import { assignTeam } from '../assign-team.ts'
import { endConversation } from '../end.ts'
import { labelQueries } from '../labels/queries.ts'
import { recordLabelChange } from '../labels/record-change.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { recordConversation } from '../record.ts'
import { snoozeConversation } from '../snooze.ts'
import { turnDial } from '../turns/dial.ts'
import type { Turns } from '../turns/run.ts'
import { bulkQueries } from './bulk-queries.ts'

export type ActionContext = Pick<
  Context,
  | 'db'
  | 'write'
  | 'events'
  | 'hub'
  | 'now'
  | 'jobs'
  | 'randomBytes'
  | 'liveCalls'
  | 'pendingAnswers'
> & {
  readonly turns: Turns
}

/** An action on one conversation, and its undo. */
interface Action {
  /** Changes a conversation; returns its previous state, or undefined if nothing changed. */
  readonly act: (tx: Tx, action: Acting) => JsonObject | undefined
  /** Restores the previous state unless it was changed since; returns false in that case. */
  readonly undo?: (tx: Tx, action: Acting, before: JsonObject) => boolean
}

interface Acting {
  readonly context: ActionContext
  readonly row: ConversationRow
  readonly value: BulkValue
  /** The acting operator. */
  readonly by: number | null
}

export const ACTIONS: Readonly<Record<BulkAction, Action>> = {
  end: {
    act: (tx, { context, row, by }) => (endConversation(tx, context, row.id, by) ? {} : undefined),
  },
  assign: {
    act: (tx, acting) => assign(tx, acting, acting.value.assignee_id ?? null),
    undo: (tx, acting, before) =>
      acting.row.assignee_id === (acting.value.assignee_id ?? null) &&
      assign(tx, acting, before['assignee_id'] as number | null) !== undefined,
  },
  team: {
    act: (tx, acting) => toTeam(tx, acting, acting.value.team_id ?? null),
    undo: (tx, acting, before) =>
      acting.row.team_id === (acting.value.team_id ?? null) &&
      toTeam(tx, acting, before['team_id'] as number | null) !== undefined,
  },
  label: {
    act: (tx, acting) => (label(tx, acting, true) ? {} : undefined),
    undo: (tx, acting) => label(tx, acting, false),
  },
  unlabel: {
    act: (tx, acting) => (label(tx, acting, false) ? {} : undefined),
    undo: (tx, acting) => label(tx, acting, true),
  },
  snooze: {
    act: (tx, acting) => snooze(tx, acting, Date.parse(acting.value.until!)),
    undo: (tx, acting, before) =>
      acting.row.snoozed_until === Date.parse(acting.value.until!) &&
      snooze(tx, acting, before['until'] as number | null) !== undefined,
  },
  unsnooze: {
    act: (tx, acting) => snooze(tx, acting, null),
    undo(tx, acting, before) {
      const until = before['until'] as number
      return (
        acting.row.snoozed_until === null &&
        until > acting.context.now().getTime() &&
        snooze(tx, acting, until) !== undefined
      )
    },
  },
  read: {
    act(tx, { context, row }) {
      if (row.unread_count === 0) return undefined
      conversationQueries(context.db).read(tx, row.id, row.message_count)
      recordConversation(tx, context, row.id, 'conversation.updated')
      return { seq: row.operator_read_seq, read: row.message_count }
    },
    undo(tx, { context, row }, { seq, read }) {
      if (row.operator_read_seq !== read) return false
      readUpTo(tx, context, row, seq as number)
      return true
    },
  },
  unread: {
    act(tx, { context, row }) {
      const last = bulkQueries(context.db).lastOfVisitor(row.id)
      if (last === undefined || row.unread_count > 0) return undefined
      readUpTo(tx, context, row, last - 1)
      return { seq: row.operator_read_seq, unread: last - 1 }
    },
    undo(tx, { context, row }, { seq, unread }) {
      if (row.operator_read_seq !== unread) return false
      readUpTo(tx, context, row, seq as number)
      return true
    },
  },
  mode: {
    act: (tx, acting) => turn(tx, acting, acting.value.mode!),
    undo: (tx, acting, before) =>
      acting.row.ai_mode === acting.value.mode &&
      turn(tx, acting, before['mode'] as ConversationRow['ai_mode']) !== undefined,
  },
}

/** Sets the read position: everything up to a message is read, everything after it unread. */
function readUpTo(tx: Tx, context: ActionContext, { id }: ConversationRow, seq: number): void {
  bulkQueries(context.db).unread(tx, id, seq)
  recordConversation(tx, context, id, 'conversation.updated')
}

function assign(tx: Tx, { context, row, by }: Acting, to: number | null): JsonObject | undefined {
  if (!assignConversation(tx, context, row, { to, by })) return undefined
  return { assignee_id: row.assignee_id }
}

function toTeam(tx: Tx, { context, row, by }: Acting, to: number | null): JsonObject | undefined {
  if (!assignTeam(tx, context, row, { to, by })) return undefined
  return { team_id: row.team_id }
}

function label(tx: Tx, { context, row, by, value }: Acting, isOn: boolean): boolean {
  const labels = labelQueries(context.db)
  const found = labels.find(row.user_id, value.label_id!)
  if (!found) return false
  if (!(isOn ? labels.put(tx, row.id, found.id) : labels.take(tx, row.id, found.id))) return false
  const [added, removed] = isOn ? [[found.name], []] : [[], [found.name]]
  recordLabelChange(tx, context, row, { added, removed, by })
  return true
}

function snooze(
  tx: Tx,
  { context, row, by }: Acting,
  until: number | null,
): JsonObject | undefined {
  if (!snoozeConversation(tx, context, row, { until, by })) return undefined
  return { until: row.snoozed_until }
}

function turn(
  tx: Tx,
  { context, row, by }: Acting,
  mode: ConversationRow['ai_mode'],
): JsonObject | undefined {
  if (row.ai_mode === mode || by === null) return undefined
  turnDial(tx, context, row, { mode, by })
  return { mode: row.ai_mode }
}
