/*
 * GET    /user/unanswered      listUnanswered
 * GET    /user/unanswered/:id  getUnanswered
 * PUT    /user/unanswered/:id  updateUnanswered
 */
import {
  getUnanswered,
  listUnanswered,
  MAX_EXAMPLES,
  MAX_GROUPS,
  type QuestionExample,
  type QuestionGroup,
  updateUnanswered,
} from '#contracts/unanswered.ts'
import { toIso } from '../../../db/time.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { type ExampleRow, type GroupRow, unansweredQueries } from './queries.ts'

/** Questions that assistants could not answer. */
export const unansweredRoutes: Routes = ({ handle, db, write }) => {
  const questions = unansweredQueries(db)

  handle(listUnanswered, ({ principal: { userId }, query }) => {
    const filter = { userId, assistantId: query.assistant_id ?? null, status: query.status }
    return {
      data: questions.groups(filter, MAX_GROUPS).map(presentGroup),
      total: questions.count(filter),
    }
  })

  handle(getUnanswered, ({ principal: { userId }, params }) => {
    const row = find(userId, params.id)
    const examples = questions.examples(row.id, MAX_EXAMPLES).map(presentExample)
    return { data: { ...presentGroup(row), examples } }
  })

  handle(updateUnanswered, ({ principal: { userId }, params: { id }, body }) =>
    write((tx) => {
      find(userId, id)
      questions.setStatus(tx, userId, id, body.status)
      return {
        message: 'Group updated successfully',
        data: presentGroup(find(userId, id)),
      }
    }),
  )

  function find(userId: number, id: number): GroupRow {
    const row = questions.group(userId, id)
    if (!row) throw notFound('question_group_not_found')
    return row
  }
}

const presentGroup = (row: GroupRow): QuestionGroup => ({
  id: row.id,
  question: row.question,
  count: row.count,
  last_asked_at: toIso(row.last_asked_at),
  status: row.status,
})

const presentExample = (row: ExampleRow): QuestionExample => ({
  question: row.question,
  conversation_id: row.conversation_uuid,
  message_seq: row.seq,
  assistant: { uuid: row.assistant_uuid, name: row.assistant_name },
  asked_at: toIso(row.asked_at),
  reply:
    row.reply === null
      ? null
      : { content: row.reply, by: row.reply_by!, message_seq: row.reply_seq! },
})
