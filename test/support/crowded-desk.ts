import { countInbox } from '#contracts/inbox.ts'
import { createLabel } from '#contracts/labels.ts'
import { madeConversation, neverIdle } from './inbox.ts'
import { startServer, type TestServer } from './server.ts'

/** A server with conversations, the newest first: every second one is of the API, and every third is about a parcel. */
export async function crowdedDesk(count: number, outside = {}) {
  const server = await startServer({ outside })
  neverIdle(server)
  const at = server.context.now().getTime()
  const made = server.context.db.transaction(() =>
    Array.from({ length: count }, (_, index) =>
      madeConversation(server, {
        at: at - index * 1000,
        type: index % 2 === 0 ? 'widget' : 'api',
        messages: [['visitor', index % 3 === 0 ? 'a parcel' : 'a question']],
      }),
    ),
  )()
  return { ...server, made }
}

/** A new label; returns its id. */
export const labelIn = async ({ call }: Pick<TestServer, 'call'>) =>
  (await call(createLabel, { body: { name: 'Refund', colour: 'red' } })).data.id

/** Number of conversations with a label. */
export const labelled = async ({ call }: Pick<TestServer, 'call'>, id: number) =>
  (await call(countInbox, { query: { labels: String(id) } })).matching!.count
