import type { AnswerPackState, ReviewedPassage } from '#contracts/answer-packs.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import type { AssistantRow } from '../../assistants/row.ts'
import { type PassageRow, passageQueries } from '../../knowledge/passage-queries.ts'
import { textHash } from './publish.ts'
import { answerPackQueries } from './queries.ts'

/** Most passages offered for approval. */
const MAX_REVIEWED = 1000

/** Name of an assistant's pack, next to the files of the widget. */
export const packFileName = (uuid: string): string => `answers-${uuid}.json`

/** The published pack and the passages to choose from. */
export function presentPack(
  { db }: Pick<Context, 'db'>,
  { id, uuid, knowledgebase_id }: Pick<AssistantRow, 'id' | 'uuid' | 'knowledgebase_id'>,
): AnswerPackState {
  const row = answerPackQueries(db).find(id)
  const passages = passageQueries(db)
  const baseId = knowledgebase_id ?? 0
  const approved = new Set<string>(row ? JSON.parse(row.approved) : [])
  return {
    file: packFileName(uuid),
    published: row
      ? {
          public_key: row.public_key,
          made_at: toInstant(row.made_at),
          expires_at: toInstant(row.expires_at),
          passages: approved.size,
          size: row.size,
          is_outdated: row.knowledge !== passages.fingerprint(baseId),
        }
      : null,
    passages: passages
      .forReview(baseId, MAX_REVIEWED)
      .map((passage) => presentPassage(passage, approved)),
    passages_count: passages.countOfBase(baseId),
  }
}

const presentPassage = (passage: PassageRow, approved: ReadonlySet<string>): ReviewedPassage => ({
  id: passage.id,
  title: passage.document_name,
  url: passage.document_url,
  heading: passage.heading,
  content: passage.content,
  is_approved: approved.has(textHash(passage)),
})
