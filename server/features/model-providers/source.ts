import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { ModelSource } from '../../providers/llm/models.ts'
import { modelKeys } from './key.ts'
import { dropKeyNotice, raiseKeyNotice } from './notices.ts'
import { modelProviderQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now' | 'vault' | 'log' | 'write'>

/** Source of this server's models: the owner's providers and the vault. */
export function modelSource(context: Needs): ModelSource {
  const { db, write, vault, log } = context
  /** Model calls do not wait for the notice to the owner. */
  function writeNotice(work: (tx: Tx) => void): void {
    write(work).catch((error: unknown) =>
      log.error({ err: error }, 'what a model provider did could not be told'),
    )
  }

  return {
    endpoint(id) {
      const row = modelProviderQueries(db).find(id)
      if (!row || row.is_enabled === 0) return undefined
      const opened = modelKeys.open(vault, row)
      if ('key' in opened) return { name: row.name, baseUrl: row.base_url, apiKey: opened.key }
      log.warn({ provider: row.name, detail: opened.error }, 'a model provider cannot be used')
      return undefined
    },
    embedding: () => modelProviderQueries(db).embedding(),
    refused(name, status) {
      log.warn({ provider: name, status }, 'a model provider refuses its key')
      writeNotice((tx) => raiseKeyNotice(tx, context, name, status))
    },
    answered: (name) => writeNotice((tx) => dropKeyNotice(tx, context, name)),
  }
}
