import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  type AnswerPack,
  MAX_PACK_BYTES,
  type SignedAnswerPack,
} from '#contracts/answer-pack-file.ts'
import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { loadConcepts } from '../../../language/concepts.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { type PassageRow, passageQueries } from '../../knowledge/passage-queries.ts'
import { type LexiconSize, packMaker } from './make-pack.ts'
import { answerPackQueries } from './queries.ts'
import { newSigningKey, type SigningKey, signingKeyOf, signText } from './signing.ts'

type Needs = Pick<Context, 'db' | 'write' | 'now' | 'randomBytes'>

/** Validity of a pack, ms. */
const VALIDITY = 90 * 24 * 3_600_000

/** Lexicons from the whole to none; the first with which the pack is not too large is taken. */
const LEXICONS: readonly LexiconSize[] = [
  { words: Infinity },
  { words: 8 },
  { words: 4 },
  { words: 0 },
  ...[1, 0.6, 0.3, 0].map((share) => ({ words: 0, share })),
]

const zipped = promisify(gzip)

/** Identifies the text of a passage, whichever row it is in. */
export const textHash = ({ heading, content }: Pick<PassageRow, 'heading' | 'content'>): string =>
  hash('sha256', `${heading}\n${content}`, 'base64url')

/**
 * Signs a pack with exactly these passages, and remembers their texts as approved.
 * @throws AppError `answer_pack_too_large`; `secrets_key_changed` if the key to sign with cannot be unsealed
 * @throws InvalidFields for passages that are not in the assistant's knowledge base
 */
export async function publishPack(
  context: Needs,
  assistant: AssistantWithLanguage,
  passageIds: readonly number[],
): Promise<void> {
  const { db, write, now } = context
  const baseId = assistant.knowledgebase_id ?? 0
  const passages = passagesOf(db, baseId, passageIds)
  const knowledge = passageQueries(db).fingerprint(baseId)
  const key = keyOf(context, assistant.id)
  await loadConcepts()
  const made = now().getTime()
  const head = {
    assistant: assistant.uuid,
    name: assistant.name,
    language: assistant.language,
    initial_message: initialMessage(assistant, () => JSON.parse(assistant.variables), now()),
    settings: JSON.parse(assistant.widget_settings),
    made_at: new Date(made).toISOString(),
    expires_at: new Date(made + VALIDITY).toISOString(),
  }
  const approved = passages.map(({ document_name, document_url, heading, content }) => ({
    ...{ title: document_name, url: document_url, heading, content },
  }))
  const { file, size } = await fitting(key, packMaker(head, approved))
  await write((tx) =>
    answerPackQueries(db).save(tx, {
      assistant_id: assistant.id,
      private_key: key.private,
      public_key: key.public,
      file,
      size,
      approved: JSON.stringify(passages.map(textHash)),
      knowledge,
      made_at: made,
      expires_at: made + VALIDITY,
    }),
  )
}

function passagesOf(db: Context['db'], baseId: number, ids: readonly number[]): PassageRow[] {
  return [...new Set(ids)].map((id, index) => {
    const row = passageQueries(db).passage(baseId, id)
    if (!row) throw new InvalidFields({ [`passage_ids.${index}`]: [fault('not_selectable')] })
    return row
  })
}

function keyOf(context: Needs, assistantId: number): SigningKey {
  const kept = answerPackQueries(context.db).privateKey(assistantId)
  if (kept === undefined) throw new AppError('secrets_key_changed')
  return kept === null ? newSigningKey(context) : signingKeyOf(kept)
}

/** The signed file with as much of the lexicon as fits. */
async function fitting(
  key: SigningKey,
  make: (size: LexiconSize) => AnswerPack,
): Promise<{ readonly file: string; readonly size: number }> {
  for (const lexicon of LEXICONS) {
    const pack = JSON.stringify(make(lexicon))
    const signed: SignedAnswerPack = { pack, signature: signText(pack, key) }
    const file = JSON.stringify(signed)
    const { length: size } = await zipped(file)
    if (size <= MAX_PACK_BYTES) return { file, size }
  }
  throw new AppError('answer_pack_too_large', { params: { max: MAX_PACK_BYTES / 1000 } })
}
