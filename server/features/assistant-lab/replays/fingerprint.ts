import { hash } from 'node:crypto'
import { PlaygroundDraft } from '#contracts/playground.ts'
import type { Db } from '../../../db/open.ts'
import { InvalidFields } from '../../../errors.ts'
import { versionQueries } from '../../assistants/version-queries.ts'
import { type Draft, draftOf } from '../playground/draft.ts'

/** Maximum versions compared with a replay. */
const MAX_VERSIONS = 30

/** SHA-256 of everything in a draft that affects its answers, hex. It holds no secret. */
export function fingerprintOf({ assistant, variables, toolbox }: Draft): string {
  const { builtIn, toolIds, mcpToolIds } = toolbox
  const { name, mode, timezone, language, system_prompt, secondaryLanguages } = assistant
  const { llm_model_id, chat_llm_fallback_id, llm_temperature, knowledgebase_id } = assistant
  const { knowledgebase_mode, post_call_schema } = assistant
  const answering = { name, mode, timezone, language, system_prompt, secondaryLanguages }
  const models = { llm_model_id, chat_llm_fallback_id, llm_temperature }
  const knowledge = { knowledgebase_id, knowledgebase_mode }
  const asked = JSON.parse(post_call_schema).map(inOrder)
  const all = {
    ...answering,
    ...models,
    ...knowledge,
    asked,
    variables,
    builtIn,
    toolIds,
    mcpToolIds,
  }
  return hash('sha256', JSON.stringify(all), 'hex')
}

/** The entries of an object by name: the order in which it was written says nothing. */
const inOrder = (field: object): unknown[] =>
  Object.entries(field).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Newest versions of an assistant by the fingerprint of their settings, from a version on. */
export function versionsByFingerprint(
  db: Db,
  userId: number,
  assistantId: number,
  from: number,
): ReadonlyMap<string, number> {
  const numbers = versionQueries(db)
    .list(assistantId)
    .map(({ number }) => number)
    .filter((number) => number >= from)
    .slice(0, MAX_VERSIONS)
  const found = new Map<string, number>()
  for (const number of numbers.toReversed()) {
    const version = versionQueries(db).find(assistantId, number)
    const fields = PlaygroundDraft.safeParse(JSON.parse(version?.settings ?? 'null')).data
    const print = fields && printOf(db, userId, assistantId, fields)
    if (print !== undefined) found.set(print, number)
  }
  return found
}

function printOf(
  db: Db,
  userId: number,
  assistantId: number,
  fields: PlaygroundDraft,
): string | undefined {
  try {
    return fingerprintOf(draftOf(db, userId, assistantId, fields))
  } catch (error) {
    // What it refers to is gone.
    if (error instanceof InvalidFields) return undefined
    throw error
  }
}
