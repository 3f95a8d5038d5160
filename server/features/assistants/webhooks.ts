import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { enableEndpoint } from '../webhooks/endpoints.ts'

/** Re-enables disabled webhook URLs, including pending deliveries, after an operator has set them again. */
export function reviveWebhooks(
  tx: Tx,
  context: Pick<Context, 'db' | 'events' | 'now'>,
  userId: number,
  urls: readonly (string | undefined)[],
): void {
  for (const url of new Set(urls)) if (url !== undefined) enableEndpoint(tx, context, userId, url)
}
