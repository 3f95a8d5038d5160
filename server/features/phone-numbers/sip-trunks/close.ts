import type { Context } from '../../../context.ts'
import { trunkQueries } from './queries.ts'

/** Ends what the provider has opened for a number, if it is a trunk. */
export async function closeTrunk(
  { db, trunks }: Pick<Context, 'db' | 'trunks'>,
  userId: number,
  id: number,
): Promise<void> {
  const trunk = trunkQueries(db).find(userId, id)
  if (!trunk) return
  await trunks.close(trunk.inbound_trunk_id)
  await trunks.close(trunk.outbound_trunk_id)
}
