import { z } from 'zod'
import { Actor } from './activities.ts'
import { MAX_NOTE } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { Id, requiredText, Uuid } from './scalars.ts'

/** A private note for the other operators; never shown to visitors. */
export const Note = z.object({
  id: z.int(),
  client_id: Uuid,
  by: Actor,
  after_seq: z.int().describe('Sequence number of the message that it follows.'),
  content: z.string(),
  mentions: z
    .array(z.int())
    .describe('Ids of the operators mentioned with `@`, by name or with a team of theirs.'),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})
export type Note = z.output<typeof Note>

const Content = requiredText(MAX_NOTE)
const OneConversation = z.object({ uuid: z.string() })
const OneNote = OneConversation.extend({ id: Id })
const MISSING = ['conversation_not_found', 'note_not_found'] as const
const refusals = ['note_author_only', ...MISSING] as const

export const listNotes = endpoint({
  method: 'get',
  path: '/user/conversations/:uuid/notes',
  capability: 'conversations',
  summary: 'List the private notes of a conversation, oldest first',
  params: OneConversation,
  refusals: ['conversation_not_found'],
  reply: z.object({ data: z.array(Note) }),
})

export const createNote = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/notes',
  capability: 'conversations.change',
  summary: 'Create a private note; repeating a `client_id` returns the existing note',
  params: OneConversation,
  body: z.object({ client_id: Uuid, content: Content }),
  status: 201,
  refusals: ['conversation_not_found'],
  examples: { reply: { message: 'Note created successfully' } },
  reply: z.object({ message: z.string(), data: Note }),
})

export const updateNote = endpoint({
  method: 'put',
  path: '/user/conversations/:uuid/notes/:id',
  capability: 'conversations.change',
  summary: 'Update one’s own private note',
  params: OneNote,
  body: z.object({ content: Content }),
  refusals,
  examples: { reply: { message: 'Note updated successfully' } },
  reply: z.object({ message: z.string(), data: Note }),
})

export const deleteNote = endpoint({
  method: 'delete',
  path: '/user/conversations/:uuid/notes/:id',
  capability: 'conversations.change',
  summary: 'Delete one’s own private note; it can be restored',
  params: OneNote,
  refusals,
  examples: { reply: { message: 'Note deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const restoreNote = endpoint({
  method: 'post',
  path: '/user/conversations/:uuid/notes/:id/restore',
  capability: 'conversations.change',
  summary: 'Restore one’s own deleted private note',
  params: OneNote,
  refusals,
  examples: { reply: { message: 'Note restored successfully' } },
  reply: z.object({ message: z.string(), data: Note }),
})
