import { encodeFault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { senderQueries } from '../senders/queries.ts'
import { templateQueries } from './queries.ts'
import { recordTemplate } from './save.ts'

type Needs = Pick<Context, 'channels' | 'db' | 'events' | 'now' | 'write'>

/**
 * Asks the channel about a template under review and records the result.
 * @returns the time of the next call; undefined if nothing is left to do
 */
export async function reviewTemplate(
  context: Needs,
  id: number,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { channels, db, now, write } = context
  const template = templateQueries(db).byId(id)
  if (template?.status !== 'pending') return undefined
  const sender = senderQueries(db).byId(template.sender_id)!
  const channel = channels.of(sender.channel)
  if (!channel) return undefined
  const { name, language, category, body_text: body } = template
  const review = await channel.review(
    {
      name,
      language,
      category,
      body,
      createdAt: template.created_at,
      remoteId: template.remote_id,
    },
    now(),
    signal,
  )
  const isDecided = 'status' in review
  const status = isDecided ? review.status : 'pending'
  const reason = isDecided && review.reason ? encodeFault(review.reason) : null
  const remoteId = review.remoteId ?? null
  await write((tx) => {
    const decided = templateQueries(db).decide(tx, { id, status, remoteId, reason })
    if (decided && isDecided) recordTemplate(tx, context, sender.user_id, decided)
  })
  return isDecided ? undefined : review.again
}
