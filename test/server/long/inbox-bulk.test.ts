import { expect, test } from 'vitest'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk, getBulkOperation, undoBulkOperation } from '#contracts/inbox-bulk.ts'
import { createLabel } from '#contracts/labels.ts'
import type { Tx } from '../../../server/db/write.ts'
import { startBulk, workOnBulk } from '../../../server/features/conversations/inbox/bulk.ts'
import { bulkQueries } from '../../../server/features/conversations/inbox/bulk-queries.ts'
import { madeConversation, neverIdle } from '../../support/inbox.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { followStream } from '../../support/stream.ts'

const AUTHORIZATION = { authorization: 'Bearer 1|test-key-of-the-owner' }

async function desk(count: number, outside = {}) {
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

const labelIn = async ({ call }: Pick<TestServer, 'call'>) =>
  (await call(createLabel, { body: { name: 'Refund', colour: 'red' } })).data.id

const labelled = async ({ call }: Pick<TestServer, 'call'>, id: number) =>
  (await call(countInbox, { query: { labels: String(id) } })).matching!.count

test('everything that matches is changed, not only the loaded rows, with progress on the stream', async () => {
  const server = await desk(430)
  const { call, url } = server
  const label = await labelIn(server)
  const stream = await followStream(`${url}/api/user/stream`, AUTHORIZATION)
  const filter = { state: 'open', type: 'api' } as const
  const dry = await call(changeInBulk, {
    body: { action: 'label', filter, value: { label_id: label }, dry_run: true },
  })
  expect([dry.matched, dry.data]).toEqual([215, null])
  const { data } = await call(changeInBulk, {
    body: { action: 'label', filter, value: { label_id: label } },
  })
  await stream.next(({ type, data }) => type === 'bulk.progress' && data.status === 'running')
  await stream.next(({ type, data }) => type === 'bulk.progress' && data.status === 'done')
  expect(await call(getBulkOperation, { params: { id: data!.id } })).toMatchObject({
    matched: 215,
    processed: 215,
    changed: 215,
  })
  expect(await labelled(server, label)).toBe(215)
  await call(undoBulkOperation, { params: { id: data!.id } })
  await expect.poll(() => labelled(server, label)).toBe(0)
})

test('an operation resumes after a crash where it was, and does nothing twice', async () => {
  const server = await desk(300)
  const { context, call, made } = server
  const label = await labelIn(server)
  const nothing = () => undefined
  const turns = {
    run: async () => undefined,
    cut: nothing,
    abort: nothing,
    dialTurned: nothing,
    restart: nothing,
    of: nothing,
  }
  const needs = { ...context, turns }
  const caller = { userId: 1, operatorId: 1 }
  const { id } = await startBulk(needs, caller, {
    action: 'label',
    value: { label_id: label },
    what: { filter: { state: 'open' } },
  })
  context.db.prepare("DELETE FROM jobs WHERE kind = 'inbox.bulk'").run()
  // The process dies after a few commits: what was done is marked, the rest is not.
  const crash = new AbortController()
  let steps = 0
  const watched = {
    ...needs,
    events: {
      ...context.events,
      record: (tx: Tx, event: never) => {
        if ((event as { type: string }).type === 'bulk.progress' && ++steps === 4) crash.abort()
        return context.events.record(tx, event)
      },
    },
  }
  await workOnBulk(watched, id, crash.signal)
  const half = bulkQueries(context.db).find(id)!
  expect(half.status).toBe('running')
  expect(half.processed).toBeGreaterThan(0)
  expect(half.processed).toBeLessThan(300)
  // One that arrives now was not there at the time of the request; one that moves to the top was.
  madeConversation(server, { messages: [['visitor', 'late']] })
  context.db
    .prepare('UPDATE conversations SET updated_at = updated_at + 99999999 WHERE id = ?')
    .run(made[299]!.id)
  await workOnBulk(needs, id, new AbortController().signal)
  expect(bulkQueries(context.db).find(id)).toMatchObject({
    status: 'done',
    processed: 300,
    changed: 300,
  })
  expect(await labelled(server, label)).toBe(300)
  const twice = context.db
    .prepare(
      "SELECT count(*) FROM conversation_activities WHERE kind = 'labels' GROUP BY conversation_id HAVING count(*) > 1",
    )
    .all()
  expect(twice).toEqual([])
  expect((await call(listInbox)).data.length).toBe(50)
})
