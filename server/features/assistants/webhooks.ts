import type { Db } from '../../db/open.ts'
import { webhookQueries } from '../webhooks/queries.ts'

/**
 * Sends to addresses again that had said they are gone: an operator has set them anew. Call it in the transaction that
 * sets them.
 */
export function reviveWebhooks(
  db: Db,
  userId: number,
  urls: readonly (string | undefined)[],
): void {
  for (const url of urls) if (url !== undefined) webhookQueries(db).enable(userId, url)
}
