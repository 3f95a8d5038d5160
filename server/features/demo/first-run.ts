import { localTimezone } from '#contracts/local-timezone.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { createKey } from '../accounts/api-key.ts'
import { accountQueries, THIS_MACHINE } from '../accounts/queries.ts'
import { activate } from '../assistants/activation.ts'
import { createAssistant } from '../assistants/create.ts'
import { passageQueries } from '../knowledge/passage-queries.ts'
import { knowledgeQueries } from '../knowledge/queries.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { BUILT_IN } from '../platform/lookups/reference/models.ts'
import {
  PARLEY_KNOWLEDGE,
  STARTER_ASSISTANT,
} from '../platform/lookups/reference/parley-knowledge.ts'
import { fillDemo } from './demo.ts'

type Needs = Pick<
  Context,
  | 'channels'
  | 'db'
  | 'events'
  | 'now'
  | 'randomBytes'
  | 'config'
  | 'hub'
  | 'jobs'
  | 'recordings'
  | 'write'
  | 'liveCalls'
>

/**
 * Sets up a new data folder: an owner, an API key, and an active assistant that knows about Parley. Returns the key in
 * plain text on the run that creates it.
 */
export async function firstRun(context: Needs): Promise<{ apiKey: string | undefined }> {
  const { db, write, now, config } = context
  const accounts = accountQueries(db)
  if (accounts.owner()) return { apiKey: undefined }
  return await write((tx) => {
    const owner = accounts.insertUser(tx, 'The team', 'owner@localhost', true, now())
    const { token } = createKey(tx, context, owner.id, {
      name: 'First key',
      issuer: THIS_MACHINE,
      given: config.apiKey,
    })
    const knowledgeBaseId = writeKnowledge(tx, context, owner.id)
    activate(tx, context, starterAssistant(tx, context, owner.id, knowledgeBaseId))
    if (config.demo) fillDemo(tx, context, owner.id)
    return { apiKey: token }
  })
}

function writeKnowledge(tx: Tx, { db, now }: Needs, userId: number): number {
  const knowledge = knowledgeQueries(db)
  const baseId = knowledge.insertBase(tx, userId, 'About Parley', now())
  const { id } = knowledge.insertDocument(
    tx,
    {
      knowledge_base_id: baseId,
      name: 'About Parley',
      type: 'md',
      url: null,
      status: 'active',
      size: null,
      sha256: null,
    },
    now(),
  )
  passageQueries(db).insert(tx, id, baseId, PARLEY_KNOWLEDGE)
  return baseId
}

function starterAssistant(tx: Tx, context: Needs, userId: number, knowledgeBaseId: number) {
  const lookups = lookupQueries(context.db)
  const english = lookups.languages().find(({ iso_2 }) => iso_2 === 'en')!
  const [voice] = lookups.voices(userId, { mode: 'pipeline', languageId: english.id })
  return createAssistant(tx, context, userId, {
    ...STARTER_ASSISTANT,
    type: 'inbound',
    mode: 'pipeline',
    timezone: localTimezone() ?? 'UTC',
    language_id: english.id,
    voice_id: voice!.id,
    llm_model_id: lookups.llmModelByCode(BUILT_IN)!.id,
    knowledgebase_id: knowledgeBaseId,
  })
}
