import type { Embedding } from '#contracts/embedding.ts'
import type { Context } from '../../context.ts'
import type { AssistantRow } from './row.ts'

/** How an assistant gets onto a website. */
export function embeddingOf(
  { config, origin }: Pick<Context, 'config' | 'origin'>,
  assistant: Pick<AssistantRow, 'uuid' | 'allowed_origins'>,
): Embedding {
  return {
    uuid: assistant.uuid,
    allowed_origins: JSON.parse(assistant.allowed_origins),
    snippet: `<script src="${origin()}/widget.js" data-assistant="${assistant.uuid}" async></script>`,
    origin: origin(),
    is_public: config.publicUrl !== undefined,
  }
}

/** The websites of a list as exact origins, each once. */
export function exactOrigins(urls: readonly string[]): string[] {
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
