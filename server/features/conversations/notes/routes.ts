/*
 * GET    /user/conversations/:uuid/notes              listNotes
 * POST   /user/conversations/:uuid/notes              createNote
 * PUT    /user/conversations/:uuid/notes/:id          updateNote
 * DELETE /user/conversations/:uuid/notes/:id          deleteNote
 * POST   /user/conversations/:uuid/notes/:id/restore  restoreNote
 */
import { createNote, deleteNote, listNotes, restoreNote, updateNote } from '#contracts/notes.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { forgetSentDraft } from '../drafts/forget.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { mentionsIn } from './mentions.ts'
import { presentNote } from './present.ts'
import { type NoteRow, noteQueries } from './queries.ts'

/** Operators' private notes. Their events are sent to the account's stream only, never to visitors. */
export const noteRoutes: Routes = (context) => {
  const { handle, db, write, events, now } = context
  const notes = noteQueries(db)

  handle(listNotes, ({ principal, params }) => ({
    data: notes.all(find(principal, params.uuid).id).map(presentNote),
  }))

  handle(createNote, async ({ principal, params, body }) => {
    const conversation = find(principal, params.uuid)
    const note = await write((tx) => {
      const known = notes.byClientId(conversation.id, body.client_id)
      if (known) return known
      const row = notes.insert(tx, {
        conversationId: conversation.id,
        operatorId: principal.operatorId,
        clientId: body.client_id,
        content: body.content,
        mentions: mentioned(principal, body.content),
        now: now().getTime(),
      })
      forgetSentDraft(tx, context, conversation, principal, 'note')
      publish(tx, 'note.created', conversation, row)
      notifyMentioned(tx, conversation, row)
      return row
    })
    return { message: 'Note created successfully', data: presentNote(note) }
  })

  handle(updateNote, async ({ principal, params, body }) => {
    const conversation = find(principal, params.uuid)
    const note = await write((tx) => {
      const { id } = own(principal, conversation, params.id)
      const row = notes.edit(tx, {
        id,
        content: body.content,
        mentions: mentioned(principal, body.content),
        now: now().getTime(),
      })
      publish(tx, 'note.updated', conversation, row)
      notifyMentioned(tx, conversation, row)
      return row
    })
    return { message: 'Note updated successfully', data: presentNote(note) }
  })

  handle(deleteNote, async ({ principal, params }) => {
    const conversation = find(principal, params.uuid)
    await write((tx) => {
      const { id } = own(principal, conversation, params.id)
      notes.remove(tx, id, now())
      events.record(tx, {
        userId: conversation.user_id,
        type: 'note.deleted',
        payload: { conversation_id: conversation.uuid, note_id: id },
      })
    })
    return { message: 'Note deleted successfully' }
  })

  handle(restoreNote, async ({ principal, params }) => {
    const conversation = find(principal, params.uuid)
    const note = await write((tx) => {
      const known = own(principal, conversation, params.id, { isDeletedToo: true })
      if (known.deleted_at === null) return known
      const row = notes.restore(tx, known.id)
      publish(tx, 'note.created', conversation, row)
      return row
    })
    return { message: 'Note restored successfully', data: presentNote(note) }
  })

  function publish(
    tx: Tx,
    type: 'note.created' | 'note.updated',
    { user_id, uuid }: ConversationRow,
    row: NoteRow,
  ): void {
    events.record(tx, {
      userId: user_id,
      type,
      payload: { conversation_id: uuid, note: presentNote(row) },
    })
  }

  /** Notifies the people whom a note names for the first time. */
  function notifyMentioned(tx: Tx, { id, user_id: userId }: ConversationRow, row: NoteRow): void {
    const mentions: readonly number[] = JSON.parse(row.mentions)
    for (const operatorId of mentions)
      if (operatorId !== row.operator_id)
        notify(tx, context, {
          userId,
          kind: 'mention',
          to: { operatorId },
          by: row.operator_id,
          conversationId: id,
          noteId: row.id,
        })
  }

  function mentioned({ userId }: Operator, content: string): string {
    const people = operatorQueries(db).team(userId)
    return JSON.stringify(mentionsIn(content, people, teamQueries(db).all(userId)))
  }

  function find({ userId }: Operator, uuid: string): ConversationRow {
    const row = conversationQueries(db).ofUser(userId, uuid)
    if (!row) throw notFound('conversation_not_found')
    return row
  }

  function own(
    { operatorId }: Operator,
    conversation: ConversationRow,
    id: number,
    { isDeletedToo = false } = {},
  ): NoteRow {
    const row = notes.find(conversation.id, id)
    if (!row || (row.deleted_at !== null && !isDeletedToo)) throw notFound('note_not_found')
    if (row.operator_id !== operatorId) throw new AppError('note_author_only')
    return row
  }
}
