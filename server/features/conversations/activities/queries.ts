import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ActivityRow {
  readonly id: number
  readonly kind: string
  readonly operator_id: number | null
  readonly operator_name: string | null
  readonly after_seq: number
  /** JSON. */
  readonly data: string
  readonly created_at: number
}

interface NewActivity {
  readonly conversationId: number
  readonly kind: string
  readonly operatorId: number | null
  readonly data: string
  readonly now: number
}

const ACTIVITY = `
  SELECT conversation_activities.*, operators.name AS operator_name
  FROM conversation_activities LEFT JOIN operators ON operators.id = operator_id
`

/** All SQL for activities in conversations, such as assignments and labels. */
export const activityQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewActivity]>(`
    INSERT INTO conversation_activities (conversation_id, after_seq, kind, operator_id, data, created_at)
    SELECT id, message_count, :kind, :operatorId, :data, :now FROM conversations WHERE id = :conversationId
  `)
  const find = sql.read<[number], ActivityRow>(
    `${ACTIVITY} WHERE conversation_activities.id = ${hidden('?')}`,
  )
  const all = sql.read<[number], ActivityRow>(`
    ${ACTIVITY} WHERE conversation_id = ${hidden('?')} ORDER BY conversation_activities.id
  `)
  const ordersIn = sql
    .read<[number], number>(`
      SELECT after_seq FROM conversation_activities
      WHERE conversation_id = ${hidden('?')}
        AND kind IN ('sms_stopped', 'sms_started', 'messenger_stopped', 'messenger_started')
    `)
    .pluck()
  const isTest = sql
    .read<[number], number>(
      `SELECT 1 FROM conversations WHERE id = ${hidden('?')} AND type = 'test'`,
    )
    .pluck()
  const assigneeOf = sql
    .read<[number], number>(`
      SELECT operators.id FROM conversations JOIN operators ON operators.id = assignee_id
      WHERE conversations.id = ${hidden('?')} AND removed_at IS NULL
    `)
    .pluck()

  const teamOf = sql
    .read<[number], number>(`
      SELECT operator_id FROM conversations JOIN team_members USING (team_id) WHERE conversations.id = ${hidden('?')}
    `)
    .pluck()

  return {
    /** Inserts it after the latest message. */
    insert: (tx: Tx, activity: NewActivity) =>
      find.get(Number(insert.run(tx, activity).lastInsertRowid))!,
    all: (conversationId: number) => all.all(conversationId),
    /** Sequence numbers of the messages that were STOP or START. */
    ordersIn: (conversationId: number) => ordersIn.all(conversationId),
    /** Reports whether a conversation is an operator's own test. */
    isTest: (conversationId: number) => isTest.get(conversationId) !== undefined,
    /** Ids of the members of a conversation's team. */
    teamOf: (conversationId: number) => teamOf.all(conversationId),
    /** Id of the operator who is responsible for a conversation; undefined if nobody is. */
    assigneeOf: (conversationId: number) => assigneeOf.get(conversationId),
  }
})
