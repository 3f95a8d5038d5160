import { expect, test } from 'vitest'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { listInboxViews } from '#contracts/inbox-views.ts'
import {
  createLabel,
  deleteLabel,
  getLabelUses,
  listLabels,
  mergeLabel,
  restoreLabel,
  updateLabel,
} from '#contracts/labels.ts'
import { listRules } from '#contracts/rules.ts'
import { forgetLabels } from '../../server/features/conversations/labels/forget.ts'
import { SLICE } from '../../server/features/conversations/labels/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { createClock } from '../support/clock.ts'
import { labelWorld, oftenLabelled, references } from '../support/labels.ts'
import { signedInOwner } from '../support/operators.ts'
import { startServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

test('names are trimmed, and taken in another case in every script', async () => {
  const { call } = await labelWorld()
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
  const w = await labelWorld()
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
  const { server, call, refund } = await labelWorld()
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
  const w = await labelWorld()
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
  const { call, refund } = await labelWorld()
  await call(deleteLabel, { params: { id: refund.id } })
  await call(createLabel, { body: { name: 'refund', colour: 'red' } })
  await expect(call(restoreLabel, { params: { id: refund.id } })).rejects.toMatchObject({
    status: 409,
  })
})

test('a label that many have is gone at once, also from filters, and is taken from them in slices an hour later', async () => {
  const { server, call, refund, has, counting, counts } = await oftenLabelled()
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
  await forgetLabels(context, new AbortController().signal)
  expect(taken).toEqual([])
  server.context.db.prepare('UPDATE labels SET deleted_at = deleted_at - 3600001').run()
  await forgetLabels(context, new AbortController().signal)
  expect(taken).toEqual([SLICE, SLICE, 1, 0])
  expect(server.context.db.prepare('SELECT name FROM labels').pluck().all()).toEqual(['Money'])
})

test('a server that stops does not wait until a label has been taken from everything', async () => {
  const { server, call, refund, has, counting } = await oftenLabelled()
  await call(deleteLabel, { params: { id: refund.id } })
  server.context.db.prepare('UPDATE labels SET deleted_at = deleted_at - 3600001').run()
  const { context, taken } = counting()
  const stopping = new AbortController()
  const write: typeof context.write = Object.assign(
    async (work: Parameters<typeof context.write>[0]) => {
      const result = await context.write(work)
      stopping.abort()
      return result as never
    },
    { pending: undefined, flush: context.write.flush },
  )
  await expect(forgetLabels({ ...context, write }, stopping.signal)).rejects.toThrow()
  expect([taken, has(refund)]).toEqual([[SLICE], SLICE + 1])
})
