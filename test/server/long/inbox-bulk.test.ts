import { expect, test } from 'vitest'
import { listInbox } from '#contracts/inbox.ts'
import { changeInBulk, getBulkOperation, undoBulkOperation } from '#contracts/inbox-bulk.ts'
import type { Tx } from '../../../server/db/write.ts'
import { startBulk, workOnBulk } from '../../../server/features/conversations/inbox/bulk.ts'
import { bulkQueries } from '../../../server/features/conversations/inbox/bulk-queries.ts'
import { crowdedDesk, labelIn, labelled } from '../../support/crowded-desk.ts'
import { madeConversation } from '../../support/inbox.ts'
import { followStream } from '../../support/stream.ts'

const AUTHORIZATION = { authorization: 'Bearer 1|test-key-of-the-owner' }

test('everything that matches is changed, not only the loaded rows, with progress on the stream', async () => {
  const server = await crowdedDesk(430)
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
  const server = await crowdedDesk(300)
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
