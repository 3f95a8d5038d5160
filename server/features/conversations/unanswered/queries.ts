import type { QuestionGroup } from '#contracts/unanswered.ts'
import { hidden } from '../../../db/hidden.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface GroupRow extends Pick<QuestionGroup, 'id' | 'count' | 'status'> {
  readonly question: string
  readonly last_asked_at: number
}

export interface ExampleRow {
  readonly question: string
  readonly conversation_uuid: string
  readonly seq: number
  readonly assistant_uuid: string
  readonly assistant_name: string
  readonly asked_at: number
  readonly reply: string | null
  readonly reply_by: string | null
  readonly reply_seq: number | null
}

/** A question to find a group for, or that stands for its group. */
export interface QuestionRow {
  readonly id: number
  readonly group_id: number | null
  readonly question: string
  /** Language of the assistant, ISO 639-1. */
  readonly language: string
}

interface NewQuestion {
  readonly conversationId: number
  readonly seq: number
  readonly now: number
}

interface GroupFilter {
  readonly userId: number
  readonly assistantId: number | null
  readonly status: QuestionGroup['status']
}

const ASKED = `
  JOIN messages AS asked ON asked.conversation_id = questions.conversation_id AND asked.seq = questions.seq
`

const QUESTION = `
  SELECT questions.id, questions.group_id, substr(asked.content, 1, 1000) AS question, ifnull(languages.code, 'en') AS language
  FROM unanswered_questions AS questions ${ASKED}
    JOIN assistants ON assistants.id = questions.assistant_id
    LEFT JOIN languages ON languages.id = assistants.language_id
`

const COUNTED = `
  SELECT question_groups.id AS id, status, count(*) AS count, max(questions.created_at) AS last_asked_at
  FROM question_groups JOIN unanswered_questions AS questions ON questions.group_id = question_groups.id
`

const LARGEST_FIRST = 'ORDER BY count DESC, last_asked_at DESC, id DESC'

/** Groups with their first question, which is read for these only. */
const withQuestion = (counted: string) => `
  SELECT counted.*, (
    SELECT content FROM unanswered_questions AS first
    JOIN messages ON messages.conversation_id = first.conversation_id AND messages.seq = first.seq
    WHERE first.group_id = counted.id ORDER BY first.id LIMIT 1
  ) AS question
  FROM (${counted}) AS counted ${LARGEST_FIRST}
`

/** All SQL for unanswered questions and their groups. */
export const unansweredQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewQuestion]>(`
    INSERT INTO unanswered_questions (user_id, assistant_id, conversation_id, seq, created_at)
    SELECT user_id, assistant_id, id, :seq, :now FROM conversations
    WHERE id = ${hidden(':conversationId')} AND type <> 'test'
    ON CONFLICT (conversation_id, seq) DO NOTHING
  `)
  const has = sql
    .read<[number, number], number>(
      'SELECT 1 FROM unanswered_questions WHERE conversation_id = ? AND seq = ?',
    )
    .pluck()
  const ungrouped = sql.read<[number], QuestionRow>(
    `${QUESTION} WHERE questions.user_id = ? AND questions.group_id IS NULL ORDER BY questions.id LIMIT 1`,
  )
  const leaders = sql.read<[number, number], QuestionRow>(`
    ${QUESTION} WHERE questions.id IN (
      SELECT (SELECT min(id) FROM unanswered_questions WHERE group_id = question_groups.id)
      FROM question_groups WHERE user_id = ? AND status <> 'answered' ORDER BY id DESC LIMIT ?
    )
  `)
  const insertGroup = sql
    .write<[number, number], number>(
      'INSERT INTO question_groups (user_id, created_at) VALUES (?, ?) RETURNING id',
    )
    .pluck()
  const assign = sql.write<[number, number]>(
    'UPDATE unanswered_questions SET group_id = ? WHERE id = ?',
  )
  const matches =
    'question_groups.user_id = :userId AND status = :status AND (:assistantId IS NULL OR assistant_id = :assistantId)'
  const groups = sql.read<[GroupFilter & { limit: number }], GroupRow>(
    withQuestion(
      `${COUNTED} WHERE ${matches} GROUP BY question_groups.id ${LARGEST_FIRST} LIMIT :limit`,
    ),
  )
  const count = sql
    .read<[GroupFilter], number>(`
      SELECT count(DISTINCT question_groups.id) FROM question_groups
      JOIN unanswered_questions AS questions ON questions.group_id = question_groups.id WHERE ${matches}
    `)
    .pluck()
  const group = sql.read<[number, number], GroupRow>(
    withQuestion(
      `${COUNTED} WHERE question_groups.id = ? AND question_groups.user_id = ? GROUP BY question_groups.id`,
    ),
  )
  const examples = sql.read<[number, number], ExampleRow>(`
    SELECT asked.content AS question, conversations.uuid AS conversation_uuid, questions.seq,
      assistants.uuid AS assistant_uuid, assistants.name AS assistant_name, questions.created_at AS asked_at,
      reply.content AS reply, reply.author_name AS reply_by, reply.seq AS reply_seq
    FROM unanswered_questions AS questions ${ASKED}
      JOIN conversations ON conversations.id = questions.conversation_id
      JOIN assistants ON assistants.id = questions.assistant_id
      LEFT JOIN messages AS reply ON reply.id = (
        SELECT id FROM messages WHERE conversation_id = questions.conversation_id AND messages.seq > questions.seq
          AND author = 'operator' ORDER BY messages.seq LIMIT 1
      )
    WHERE questions.group_id = ? ORDER BY questions.id DESC LIMIT ?
  `)
  const setStatus = sql.write<[string, number, number]>(
    'UPDATE question_groups SET status = ? WHERE id = ? AND user_id = ?',
  )

  return {
    /** Inserts a question once; those of tests are left out. */
    insert: (tx: Tx, question: NewQuestion) => insert.run(tx, question),
    /** Reports whether the message of a conversation with this sequence number counts as unanswered. */
    has: (conversationId: number, seq: number) => has.get(conversationId, seq) === 1,
    /** The oldest question of an account without a group. */
    ungrouped: (userId: number) => ungrouped.get(userId),
    /** The first questions of the latest groups that take new ones. */
    leaders: (userId: number, limit: number) => leaders.all(userId, limit),
    insertGroup: (tx: Tx, userId: number, now: Date) => insertGroup.get(tx, userId, now.getTime())!,
    assign: (tx: Tx, id: number, groupId: number) => assign.run(tx, groupId, id),
    groups: (filter: GroupFilter, limit: number) => groups.all({ ...filter, limit }),
    count: (filter: GroupFilter) => count.get(filter)!,
    group: (userId: number, id: number) => group.get(id, userId),
    /** The latest questions of a group. */
    examples: (groupId: number, limit: number) => examples.all(groupId, limit),
    setStatus: (tx: Tx, userId: number, id: number, status: QuestionGroup['status']) =>
      setStatus.run(tx, status, id, userId),
  }
})
