import { z } from 'zod'
import { Actor } from './activities.ts'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './page.ts'
import { Id, ReplyId, Uuid } from './scalars.ts'

/* Corrections: drafts and held answers of assistants, each with what a person sent instead. */

/** Use that was made of a correction. */
const CorrectionStatus = z.enum(['open', 'knowledge', 'test', 'instruction', 'dismissed'])

export const Correction = z.object({
  id: ReplyId,
  kind: z
    .enum(['edited', 'replaced'])
    .describe(
      '`edited` if an operator changed the draft, or an answer that they held, and sent it as the assistant’s, `replaced` if they discarded it and replied themselves.',
    ),
  assistant: z.object({ id: ReplyId, uuid: Uuid, name: z.string() }),
  conversation_id: Uuid,
  message_seq: z.int().describe('Sequence number of the sent message.'),
  question: z.string().nullable().describe('The visitor’s last message that it answers.'),
  draft: z
    .string()
    .describe('Text that the assistant wrote; for a held answer, with what the visitor had seen.'),
  sent: z.string().describe('Text that the visitor got instead.'),
  by: Actor.nullable().describe('The operator who sent it; null if they were removed.'),
  status: CorrectionStatus.describe('`open` until it was made use of, or dismissed.'),
  created_at: z.iso.datetime(),
})
export type Correction = z.output<typeof Correction>

export const listCorrections = endpoint({
  method: 'get',
  path: '/user/corrections',
  capability: 'conversations',
  summary: 'List what assistants wrote and what operators sent instead, newest first',
  query: pageQuery(25).extend({
    assistant_id: Id.optional(),
    state: z
      .enum(['open', 'done', 'all'])
      .default('open')
      .describe('`done` is everything but `open`.'),
  }),
  reply: pageOf(Correction),
})

export const updateCorrection = endpoint({
  method: 'put',
  path: '/user/corrections/:id',
  capability: 'conversations.change',
  summary: 'Record what became of a correction; `open` puts it back in the list',
  params: z.object({ id: Id }),
  body: z.object({ status: CorrectionStatus }),
  refusals: ['correction_not_found'],
  examples: {
    body: { status: 'dismissed' },
    reply: { message: 'Correction updated successfully' },
  },
  reply: z.object({ message: z.string(), data: Correction }),
})
