import type { Context } from '../../context.ts'
import { enableEndpoint } from '../webhooks/endpoints.ts'

/**
 * Sends to addresses again that are disabled, also what waits for them: an operator has set them anew. Call it in the transaction that
 * sets them.
 */
export function reviveWebhooks(
  context: Pick<Context, 'db' | 'events' | 'now'>,
  userId: number,
  urls: readonly (string | undefined)[],
): void {
  for (const url of new Set(urls)) if (url !== undefined) enableEndpoint(context, userId, url)
}
