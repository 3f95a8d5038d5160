import type { VersionAuthor } from '#contracts/assistant-settings.ts'
import type { Db } from '../../db/open.ts'
import type { Operator } from '../../http/principal.ts'
import { versionQueries } from './version-queries.ts'

/** Author of a change: an operator, or the API key of a program. */
export function authorOf(db: Db, { userId, name, credential }: Operator): VersionAuthor {
  const [kind, id] = credential.split(':')
  if (kind !== 'key') return { kind: 'operator', name }
  return { kind: 'key', name: versionQueries(db).keyName(userId, Number(id)) ?? null }
}
