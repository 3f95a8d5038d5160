import { expect, test } from 'vitest'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { createInboxView, listInboxViews } from '#contracts/inbox-views.ts'
import {
  createLabel,
  deleteLabel,
  getLabelUses,
  listLabels,
  mergeLabel,
  restoreLabel,
  updateLabel,
} from '#contracts/labels.ts'
import { createRule, listRules } from '#contracts/rules.ts'
import { forgetLabels } from '../../server/features/conversations/labels/forget.ts'
import { finishMerge } from '../../server/features/conversations/labels/merge.ts'
import { labelQueries, SLICE } from '../../server/features/conversations/labels/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { madeConversation } from '../support/inbox.ts'
import { signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

async function world() {
  const server = await startServer()
  const { call, context } = server
  const made = async (name: string) => {
    const { data } = await call(createLabel, { body: { name, colour: 'red' } })
    return data
  }
  const [refund, money] = [await made('Refund'), await made('Money')]
  const labelled = (...ids: number[]) => {
    const { id, uuid } = madeConversation(server, { messages: [['visitor', 'x']] })
    for (const label of ids)
      context.db.prepare('INSERT INTO conversation_labels VALUES (?, ?)').run(id, label)
    return uuid
  }
  const names = async () =>
    Object.fromEntries(
      (await call(listInbox)).data.map((item) => [item.id, item.labels.map(({ name }) => name)]),
    )
  const counts = async () =>
    Object.fromEntries((await call(listLabels)).data.map(({ name, count }) => [name, count]))
  /** Every count that triggers maintain is what a full scan says. */
  const drift = () =>
    context.db
      .prepare(
        'SELECT * FROM (SELECT * FROM inbox_counts WHERE count <> 0 EXCEPT SELECT * FROM inbox_counts_expected)',
      )
      .all()
  return { server, call, refund, money, labelled, names, counts, drift }
}

/** A rule and a view that name both labels, and a rule that names neither. */
async function references({ call, refund, money }: Awaited<ReturnType<typeof world>>) {
  const rule = {
    name: 'Refunds',
    event: 'message' as const,
    conditions: { label: { ids: [refund.id, money.id] } },
    actions: { label_ids: [money.id, refund.id] },
  }
  await call(createRule, { body: rule })
  await call(createRule, {
    body: { ...rule, name: 'Other', conditions: {}, actions: { mode: 'human' } },
  })
  await call(createInboxView, {
    body: { name: 'Both', filters: { state: 'open', labels: `${refund.id},${money.id}` } },
  })
  await call(createInboxView, { body: { name: 'None', filters: { labels: 'none' } } })
}

test('names are trimmed, and taken in another case in every script', async () => {
  const { call } = await world()
  const { data } = await call(createLabel, { body: { name: '  Ärger  ', colour: 'blue' } })
  expect(data.name).toBe('Ärger')
  const refused = (body: { name: string; colour: 'red' }) =>
    expect(call(createLabel, { body })).rejects.toMatchObject({
      status: 422,
      errors: { name: [expect.any(String)] },
    })
  await refused({ name: 'äRGER ', colour: 'red' })
  await refused({ name: '   ', colour: 'red' })
  await refused({ name: 'x'.repeat(41), colour: 'red' })
  const renamed = await call(updateLabel, {
    params: { id: data.id },
    body: { name: ' ärger', colour: 'blue' },
  })
  expect(renamed.data.name).toBe('ärger')
})

test('merging gives the conversations of both one label once, and renames rules and views', async () => {
  const w = await world()
  const { call, refund, money } = w
  const [one, both, other] = [
    w.labelled(refund.id),
    w.labelled(refund.id, money.id),
    w.labelled(money.id),
  ]
  await references(w)
  expect(
    await call(getLabelUses, { params: { id: refund.id }, query: { into: money.id } }),
  ).toEqual({ conversations: 2, shared: 1, rules: 1, views: 1 })
  const owner = await signedInOwner(w.server)
  const stream = await followStream(`${w.server.url}/api/user/stream?after=0`, {
    cookie: owner.cookie,
  })
  const { data } = await call(mergeLabel, {
    params: { id: refund.id },
    body: { into: money.id },
  })
  expect(data).toEqual({ ...money, count: 3 })
  expect(await w.names()).toEqual({ [one]: ['Money'], [both]: ['Money'], [other]: ['Money'] })
  expect(await w.counts()).toEqual({ Money: 3 })
  expect(w.drift()).toEqual([])
  const [rule, untouched] = (await call(listRules)).data
  expect(rule).toMatchObject({
    conditions: { label: { ids: [money.id] } },
    actions: { label_ids: [money.id] },
  })
  expect(untouched?.actions).toEqual({ mode: 'human' })
  const views = (await call(listInboxViews)).data.map(({ filters }) => filters.labels)
  expect(views).toEqual([String(money.id), 'none'])
  await stream.next(
    (event) => event.type === 'labels.changed' && event.data.merged?.into === money.id,
  )
  await stream.next((event) => event.type === 'rules.changed' && event.data.data.length === 2)
})

test('a label is not merged into itself, a missing one or one of another account', async () => {
  const { server, call, refund } = await world()
  const stranger = await anotherAccount(server)
  const { data: theirs } = await stranger.call(createLabel, {
    body: { name: 'Theirs', colour: 'red' },
  })
  for (const into of [refund.id, theirs.id, 999]) {
    await expect(
      call(mergeLabel, { params: { id: refund.id }, body: { into } }),
    ).rejects.toMatchObject({ status: 422, errors: { into: [expect.any(String)] } })
  }
  await expect(
    stranger.call(mergeLabel, { params: { id: refund.id }, body: { into: theirs.id } }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(
    stranger.call(getLabelUses, { params: { id: refund.id }, query: {} }),
  ).rejects.toMatchObject({ status: 404 })
  expect((await call(listLabels)).data).toHaveLength(2)
})

test('a deletion is undone with conversations, rules and views, until an hour has passed', async () => {
  const w = await world()
  const { server, call, refund, money } = w
  const uuid = w.labelled(refund.id, money.id)
  await references(w)
  const view = () =>
    call(countInbox, { query: { labels: String(refund.id) } }).then(
      ({ matching }) => matching?.count,
    )
  await call(deleteLabel, { params: { id: refund.id } })
  expect([await w.names(), await view()]).toEqual([{ [uuid]: ['Money'] }, 0])
  const stranger = await anotherAccount(server)
  await expect(stranger.call(restoreLabel, { params: { id: refund.id } })).rejects.toMatchObject({
    status: 404,
  })
  const { data } = await call(restoreLabel, { params: { id: refund.id } })
  expect(data).toEqual({ ...refund, count: 1 })
  expect([await w.names(), await view()]).toEqual([{ [uuid]: ['Money', 'Refund'] }, 1])
  expect(w.drift()).toEqual([])
  await expect(call(restoreLabel, { params: { id: refund.id } })).rejects.toMatchObject({
    status: 404,
  })

  await call(deleteLabel, { params: { id: refund.id } })
  server.context.db.prepare('UPDATE labels SET deleted_at = deleted_at - 3600001').run()
  await expect(call(restoreLabel, { params: { id: refund.id } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a label whose deletion can no longer be undone is deleted for good', async () => {
  const clock = createClock()
  const { call, context } = await startServer({ outside: clock.outside })
  const { data: label } = await call(createLabel, { body: { name: 'Refund', colour: 'red' } })
  await call(deleteLabel, { params: { id: label.id } })
  const kept = () => context.db.prepare('SELECT name FROM labels').pluck().all()
  await clock.jump(1_800_000)
  expect(kept()).toEqual(['Refund'])
  await expect
    .poll(async () => {
      await clock.jump(1_800_000)
      return kept()
    })
    .toEqual([])
})

test('a deletion is not undone over a label that has taken the name', async () => {
  const { call, refund } = await world()
  await call(deleteLabel, { params: { id: refund.id } })
  await call(createLabel, { body: { name: 'refund', colour: 'red' } })
  await expect(call(restoreLabel, { params: { id: refund.id } })).rejects.toMatchObject({
    status: 409,
  })
})

/** A label that more conversations have than are changed at once, the first of them with another one, too. */
async function often() {
  const w = await world()
  const { server, refund, money } = w
  const { db, write } = server.context
  w.labelled(refund.id, money.id)
  const others = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_info('conversations') WHERE name NOT IN ('id', 'uuid')",
    )
    .pluck()
    .all()
    .join()
  await write(() => {
    db.prepare(`
      WITH RECURSIVE copies (copy) AS (VALUES (1) UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${2 * SLICE})
      INSERT INTO conversations (uuid, ${others})
      SELECT lower(hex(randomblob(16))), ${others} FROM conversations JOIN copies
    `).run()
    db.prepare('INSERT OR IGNORE INTO conversation_labels SELECT id, ? FROM conversations').run(
      refund.id,
    )
  })
  const has = ({ id }: { id: number }): number =>
    db
      .prepare<[number], number>('SELECT count(*) FROM conversation_labels WHERE label_id = ?')
      .pluck()
      .get(id)!
  /** A context that says how many conversations each of its commits takes a label from. */
  const counting = () => {
    const taken: number[] = []
    const count = async (work: Parameters<typeof write>[0]) => {
      const before = has(refund)
      const result = await write(work)
      taken.push(before - has(refund))
      return result as never
    }
    const counted = Object.assign(count, { pending: undefined, flush: write.flush })
    return { context: { ...server.context, write: counted }, taken }
  }
  return { ...w, has, counting }
}

test('a merge of what many have is done in slices; until its end both labels are there, and it survives a crash', async () => {
  const w = await often()
  const { server, call, refund, money } = w
  const { context } = server
  const labels = labelQueries(context.db)
  await references(w)
  // As the request leaves it when the process dies.
  await context.write((tx) => {
    labels.beginMerge(tx, refund.id, money.id)
    labels.moveSome(tx, refund.id, money.id)
  })
  expect(await w.counts()).toEqual({ Money: SLICE, Refund: SLICE + 1 })
  for (const [from, into] of [
    [refund, money],
    [money, refund],
  ] as const)
    await expect(
      call(mergeLabel, { params: { id: from.id }, body: { into: into.id } }),
    ).rejects.toThrow()
  const { context: counted, taken } = w.counting()
  await finishMerge(counted, refund.id)
  expect(taken).toEqual([SLICE, 1])
  expect(await w.counts()).toEqual({ Money: 2 * SLICE + 1 })
  expect((await call(listRules)).data[0]?.actions).toEqual({ label_ids: [money.id] })
  expect(w.drift()).toEqual([])
  await finishMerge(counted, refund.id)
  expect(taken).toEqual([SLICE, 1, 0])
})

test('a merge of what many have is over when it is answered, and a merge into what is being merged ends in the last', async () => {
  const { server, call, refund, money, counts, has } = await often()
  const { data: third } = await call(createLabel, { body: { name: 'Third', colour: 'red' } })
  await server.context.write((tx) =>
    labelQueries(server.context.db).beginMerge(tx, refund.id, money.id),
  )
  const { data } = await call(mergeLabel, { params: { id: money.id }, body: { into: third.id } })
  expect(data.count).toBe(1)
  await server.context.write((tx) =>
    server.context.jobs.add(tx, { kind: 'label.merge', payload: { label_id: refund.id } }),
  )
  await expect.poll(counts).toEqual({ Third: 2 * SLICE + 1 })
  expect([has(refund), has(money)]).toEqual([0, 0])
  const { data: last } = await call(createLabel, { body: { name: 'Last', colour: 'red' } })
  const merged = await call(mergeLabel, { params: { id: third.id }, body: { into: last.id } })
  expect(merged.data.count).toBe(2 * SLICE + 1)
  expect(await counts()).toEqual({ Last: 2 * SLICE + 1 })
  expect(server.context.jobs.count('label.merge')).toBe(0)
})

test('a label that many have is gone at once, also from filters, and is taken from them in slices an hour later', async () => {
  const { server, call, refund, has, counting, counts } = await often()
  const found = async (labels: string) =>
    (await call(countInbox, { query: { labels } })).matching?.count
  const only = () => found(`${refund.id}`)
  expect([await only(), await found('none')]).toEqual([2 * SLICE + 1, 0])
  await call(deleteLabel, { params: { id: refund.id } })
  expect(await counts()).toEqual({ Money: 1 })
  expect([await only(), await found('none')]).toEqual([0, 2 * SLICE])
  expect((await call(listInbox, { query: { labels: `${refund.id}` } })).data).toEqual([])
  expect(has(refund)).toBe(2 * SLICE + 1)
  const { context, taken } = counting()
  await forgetLabels(context)
  expect(taken).toEqual([])
  server.context.db.prepare('UPDATE labels SET deleted_at = deleted_at - 3600001').run()
  await forgetLabels(context)
  expect(taken).toEqual([SLICE, SLICE, 1, 0])
  expect(server.context.db.prepare('SELECT name FROM labels').pluck().all()).toEqual(['Money'])
})
