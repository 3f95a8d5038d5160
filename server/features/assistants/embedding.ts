import type { Embedding } from '#contracts/assistant-embedding.ts'
import { scriptTag } from '#contracts/widget-tag.ts'
import type { Context } from '../../context.ts'
import { picturePath } from '../platform/pictures/present.ts'
import { pictureQueries } from '../platform/pictures/queries.ts'
import { keepRelease } from '../platform/widget-files/release.ts'
import type { AssistantRow } from './row.ts'

/** Settings for embedding an assistant on a website. */
export function embeddingOf(
  { config, db, origin }: Pick<Context, 'config' | 'db' | 'origin'>,
  assistant: Pick<AssistantRow, 'id' | 'uuid' | 'allowed_origins' | 'draft_preview' | 'chat_mode'>,
): Embedding {
  const release = db.memory ? undefined : keepRelease(config.dataDir)
  return {
    uuid: assistant.uuid,
    allowed_origins: JSON.parse(assistant.allowed_origins),
    draft_preview: assistant.draft_preview === 1,
    chat_mode: assistant.chat_mode,
    picture: picturePath(pictureQueries(db).ofAssistant(assistant.id)),
    snippet: scriptTag(origin(), [['assistant', assistant.uuid]]),
    pinned: release
      ? { url: `${origin()}/widget/${release.name}`, integrity: release.integrity }
      : null,
    origin: origin(),
    is_public: config.publicUrl !== undefined,
  }
}

/** The distinct exact origins of a list of websites. */
export function exactOrigins(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
