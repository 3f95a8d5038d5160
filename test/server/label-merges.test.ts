import { expect, test } from 'vitest'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { listInboxViews } from '#contracts/inbox-views.ts'
import {
  createLabel,
  deleteLabel,
  listLabels,
  mergeLabel,
  restoreLabel,
  updateLabel,
} from '#contracts/labels.ts'
import { listRules } from '#contracts/rules.ts'
import { forgetLabels } from '../../server/features/conversations/labels/forget.ts'
import {
  finishMerge,
  mergeLabels,
  recoverMerges,
} from '../../server/features/conversations/labels/merge.ts'
import { labelQueries, SLICE } from '../../server/features/conversations/labels/queries.ts'
import { oftenLabelled, references } from '../support/labels.ts'

type World = Awaited<ReturnType<typeof oftenLabelled>>

/** Begins to merge a label into another one, as if the process had died after the first slice; returns the job that completes it. */
function begin({ server: { context } }: World, from: { id: number }, into: { id: number }) {
  const labels = labelQueries(context.db)
  return context.write((tx) => {
    labels.beginMerge(tx, from.id, into.id)
    labels.moveSome(tx, from.id, into.id)
    return context.jobs.add(tx, {
      kind: 'label.merge',
      payload: { label_id: from.id },
      runAt: new Date(context.now().getTime() + 3_600_000),
    })
  })
}

/** A context that does something else after each commit. */
function interrupted({ context }: World['server'], work: () => Promise<unknown>) {
  const write = async (change: Parameters<typeof context.write>[0]) => {
    const result = await context.write(change)
    await work()
    return result as never
  }
  return {
    ...context,
    write: Object.assign(write, { pending: undefined, flush: context.write.flush }),
  }
}

const never = new AbortController().signal

test('a merge of what many have is done in slices; the label is gone at once, and it survives a crash', async () => {
  const w = await oftenLabelled()
  const { server, call, refund, money } = w
  const { context } = server
  const labels = labelQueries(context.db)
  await references(w)
  // As the request leaves it when the process dies.
  await context.write((tx) => {
    labels.beginMerge(tx, refund.id, money.id)
    labels.moveSome(tx, refund.id, money.id)
  })
  expect(await w.counts()).toEqual({ Money: SLICE })
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

test('a merge of a widely used label is complete when it is answered, and chained merges end in the last label', async () => {
  const { server, call, refund, money, counts, has } = await oftenLabelled()
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

test('a label that is being merged can be neither changed nor deleted, and keeps its name until the end', async () => {
  const w = await oftenLabelled()
  const { server, call, refund, money } = w
  await begin(w, refund, money)
  const params = { id: refund.id }
  const body = { name: 'Repaid', colour: 'red' as const }
  for (const change of [
    () => call(updateLabel, { params, body }),
    () => call(deleteLabel, { params }),
    () => call(restoreLabel, { params }),
  ])
    await expect(change()).rejects.toMatchObject({ status: 404 })
  const again = { body: { name: 'refund', colour: 'red' as const } }
  await expect(call(createLabel, again)).rejects.toMatchObject({ status: 422 })
  await finishMerge(server.context, refund.id)
  await call(createLabel, again)
})

test('a merge whose job was given up is completed by the next sweep, and one that was interrupted by the next start', async () => {
  const w = await oftenLabelled()
  const { server, refund, money, counts, has } = w
  const { jobs } = server.context
  const id = await begin(w, refund, money)
  // Somebody else is at it.
  await forgetLabels(server.context, never)
  expect(has(refund)).toBe(SLICE + 1)
  await server.context.write((tx) => jobs.giveUp(tx, id, 'Error'))
  await forgetLabels(server.context, never)
  expect(await counts()).toEqual({ Money: 2 * SLICE + 1 })
  const { data: third } = await w.call(createLabel, { body: { name: 'Third', colour: 'red' } })
  await begin(w, money, third)
  await recoverMerges(server.context)
  await expect.poll(counts).toEqual({ Third: 2 * SLICE + 1 })
})

test('while a label is merged, conversations, rules and views have the other one only', async () => {
  const w = await oftenLabelled()
  const { server, call, refund, money } = w
  await references(w)
  const seen: unknown[] = []
  const look = async () => {
    if (w.has(refund) === 0) return
    seen.push([
      (await call(listLabels)).data.map(({ name }) => name),
      [...new Set(Object.values(await w.names()).map(String))],
      (await call(listRules)).data[0]?.actions.label_ids,
      (await call(listInboxViews)).data[0]?.filters.labels,
    ])
  }
  const merge = { from: refund.id, into: money.id }
  await mergeLabels(interrupted(server, look), merge, () => money)
  const now = [['Money'], ['Money'], [money.id], String(money.id)]
  expect(seen).toEqual([now, now])
})

test('a label that is merged can be taken from a conversation at once', async () => {
  const w = await oftenLabelled()
  const { server, call, refund, money } = w
  await begin(w, refund, money)
  const waiting = server.context.db
    .prepare<[number], string>(
      'SELECT uuid FROM conversations JOIN conversation_labels ON conversation_id = id WHERE label_id = ?',
    )
    .pluck()
    .all(refund.id)
  const uuid = Object.keys(await w.names()).find((id) => waiting.includes(id))!
  const labels = async () => (await w.names())[uuid]
  expect(await labels()).toEqual(['Money'])
  const body = { ids: [uuid], action: 'unlabel' as const, value: { label_id: money.id } }
  await call(changeInBulk, { body })
  expect(await labels()).toEqual([])
})

test('a merge is answered with the label that it ended in, even if that was merged or deleted meanwhile', async () => {
  const w = await oftenLabelled()
  const { server, call, refund, money } = w
  const { data: third } = await call(createLabel, { body: { name: 'Third', colour: 'red' } })
  let isFirst = true
  const meddle = async () => {
    if (!isFirst) return
    isFirst = false
    await call(mergeLabel, { params: { id: money.id }, body: { into: third.id } })
    await call(deleteLabel, { params: { id: third.id } })
  }
  const merge = { from: refund.id, into: money.id }
  expect(await mergeLabels(interrupted(server, meddle), merge, () => money)).toEqual(third)
  expect([w.has(refund), w.has(money), w.has(third)]).toEqual([0, 0, 2 * SLICE + 1])
})
