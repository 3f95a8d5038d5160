import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { messengerChatQueries } from '../chat-queries.ts'
import type { SenderRow } from '../senders/queries.ts'
import { arrivalQueries } from './queries.ts'

const Content = z.object({
  body: z.string(),
  /** Files at the service: what to fetch them by, and their names. */
  files: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Name that the customer gave themselves. */
  name: z.string().nullable(),
})
type Content = z.output<typeof Content>

/** A message as a service hands it over. */
interface NewArrival extends Omit<Content, 'files'> {
  readonly sid: string
  readonly from: string
  /** ms since 1970, as the service says. */
  readonly sentAt: number
  readonly files: readonly Content['files'][number][]
}

/** Time within which messages of one customer are put in order, ms: services hand over several at once. */
const SETTLE_MS = 400

/** Stores a message that a service hands over, once; a job adds it to its conversation. */
export function recordArrival(
  tx: Tx,
  { db, jobs, now }: Pick<Context, 'db' | 'jobs' | 'now'>,
  { id: senderId }: SenderRow,
  { sid, from, sentAt, body, files, name }: NewArrival,
): void {
  if (messengerChatQueries(db).isReceived(senderId, sid)) return
  const isNew = arrivalQueries(db).insert(tx, {
    sender_id: senderId,
    sid,
    customer: from,
    sent_at: sentAt,
    content: JSON.stringify({ body, files, name }),
  })
  if (!isNew) return
  jobs.add(tx, {
    kind: 'messenger.take',
    payload: { sender_id: senderId, customer: from },
    lane: `messenger-arrivals:${senderId}:${from}`,
    runAt: new Date(now().getTime() + SETTLE_MS),
  })
}

/** Content of a stored message. */
export const contentOf = (json: string): Content => Content.parse(JSON.parse(json))
