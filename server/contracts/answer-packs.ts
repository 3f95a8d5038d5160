import { z } from 'zod'
import { MAX_PACK_BYTES, MAX_PACK_PASSAGES } from './answer-pack-file.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './faults.ts'
import { Id, Instant, WebUrl } from './scalars.ts'

const params = z.object({ id: Id })
const refusals = ['assistant_not_found'] as const

/** A passage of the knowledge base, for review. */
export const ReviewedPassage = z.object({
  id: Id,
  title: z.string().describe('Name of the document, title of the page, or question of the entry.'),
  url: WebUrl.nullable(),
  heading: z.string(),
  content: z.string(),
  is_approved: z.boolean().describe('Whether exactly this text was approved.'),
})
export type ReviewedPassage = z.output<typeof ReviewedPassage>

/** The answer pack of an assistant, and the passages to choose from. */
export const AnswerPackState = z.object({
  file: z.string().describe('Name of the file, which lies next to the files of the widget.'),
  published: z
    .object({
      public_key: z
        .string()
        .describe(
          'For the attribute `answers` of the embed code: an uncompressed P-256 point in base64url.',
        ),
      made_at: Instant,
      expires_at: Instant.describe('From this time on browsers ignore the pack.'),
      passages: z.int(),
      size: z.int().describe('Length after gzip, bytes.'),
      is_outdated: z.boolean().describe('Whether the knowledge base has changed since.'),
    })
    .nullable()
    .describe('Null before the first publication.'),
  passages: z.array(ReviewedPassage).describe('Entries first; at most 1,000.'),
  passages_count: z.int().describe('Number of passages in the knowledge base.'),
})
export type AnswerPackState = z.output<typeof AnswerPackState>

export const getAnswerPack = endpoint({
  method: 'get',
  path: '/user/assistant/:id/answer-pack',
  capability: 'assistants',
  summary: 'Get an assistant’s answer pack and the passages to approve for it',
  params,
  refusals,
  reply: AnswerPackState,
})

export const publishAnswerPack = endpoint({
  method: 'put',
  path: '/user/assistant/:id/answer-pack',
  capability: 'assistants',
  summary: 'Approve passages and sign a new answer pack with exactly these',
  description:
    'The website answers from it while this server cannot be reached, once the file is next to the widget’s files there. Valid for 90 days.',
  params,
  body: z.object({ passage_ids: z.array(Id).min(1).max(MAX_PACK_PASSAGES) }),
  refusals: [
    ...refusals,
    fault('answer_pack_too_large', { max: MAX_PACK_BYTES / 1000 }),
    'secrets_key_changed',
  ],
  reply: AnswerPackState,
})

export const downloadAnswerPack = endpoint({
  method: 'get',
  path: '/user/assistant/:id/answer-pack/package',
  capability: 'assistants',
  summary: 'Download the widget’s files with the published answer pack',
  description: 'A ZIP file, to be unpacked into one folder of the website.',
  params,
  refusals: [...refusals, 'answer_pack_not_found'],
  stream: true,
  download: 'zip',
  reply: z.unknown(),
})
