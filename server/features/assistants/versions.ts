import type { AssistantVersion, VersionAuthor } from '#contracts/assistant-settings.ts'
import { VERSIONS_KEPT } from '#contracts/assistant-versions.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open.ts'
import { toInstant } from '../../db/time.ts'
import type { Tx } from '../../db/write.ts'
import type { AssistantRow } from './row.ts'
import { changedSettings, settingsOf } from './settings.ts'
import { type VersionRow, versionQueries, type WholeVersionRow } from './version-queries.ts'

/** Metadata of a version: its author and reason. */
export interface Authorship {
  readonly author?: VersionAuthor
  readonly note?: string | undefined
  readonly restoredFrom?: number
}

const PARLEY: VersionAuthor = { kind: 'parley', name: null }

/** The newest version: every assistant is created with one. */
export function latestVersion(db: Db, { id }: Pick<AssistantRow, 'id'>): WholeVersionRow {
  return versionQueries(db).latest(id)!
}

/** Stores an assistant's settings as a new version if they differ from the latest. */
export function keepVersion(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  assistant: AssistantRow,
  { author = PARLEY, note, restoredFrom }: Authorship = {},
): void {
  const versions = versionQueries(db)
  const before = versions.latest(assistant.id)
  const settings = settingsOf(db, assistant)
  const changed = before ? changedSettings(JSON.parse(before.settings), settings) : []
  if (before && changed.length === 0) return
  const number = (before?.number ?? 0) + 1
  versions.insert(tx, assistant.id, {
    number,
    author_kind: author.kind,
    author_name: author.name,
    note: note?.trim() || null,
    restored_from: restoredFrom ?? null,
    changed: JSON.stringify(changed),
    settings: JSON.stringify(settings),
    created_at: now().getTime(),
  })
  versions.prune(tx, assistant.id, number - VERSIONS_KEPT)
}

/** A version in API format. */
export function presentVersion(row: VersionRow): AssistantVersion {
  return {
    number: row.number,
    author: { kind: row.author_kind, name: row.author_name },
    note: row.note,
    restored_from: row.restored_from,
    changed: JSON.parse(row.changed),
    created_at: toInstant(row.created_at),
  }
}
