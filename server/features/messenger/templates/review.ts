import type { Context } from '../../../context.ts'
import { senderQueries } from '../senders/queries.ts'
import { templateQueries } from './queries.ts'
import { recordTemplate } from './save.ts'

type Needs = Pick<Context, 'channels' | 'db' | 'events' | 'now' | 'write'>

/**
 * Asks the channel about a template under review and records the result.
 * @returns the time of the next call; undefined if nothing is left to do
 */
export async function reviewTemplate(context: Needs, id: number): Promise<Date | undefined> {
  const { channels, db, now, write } = context
  const template = templateQueries(db).byId(id)
  if (template?.status !== 'pending') return undefined
  const sender = senderQueries(db).byId(template.sender_id)!
  const { name, body_text: body, created_at: createdAt } = template
  const result = await channels.of(sender.channel)?.review({ name, body, createdAt }, now())
  if (result === undefined || result instanceof Date) return result
  await write((tx) => {
    const decided = templateQueries(db).decide(tx, id, result)
    if (decided) recordTemplate(tx, context, sender.user_id, decided)
  })
  return undefined
}
