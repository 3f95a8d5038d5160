import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { enableEndpoint } from '../webhooks/endpoints.ts'

/** Sends to addresses again that are disabled, also what waits for them: an operator has set them anew. */
export function reviveWebhooks(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  userId: number,
  urls: readonly (string | undefined)[],
): void {
  for (const url of new Set(urls)) if (url !== undefined) enableEndpoint(tx, context, userId, url)
}
