import { listInbox } from '#contracts/inbox.ts'
import { createInboxView } from '#contracts/inbox-views.ts'
import { createLabel, listLabels } from '#contracts/labels.ts'
import { createRule } from '#contracts/rules.ts'
import { SLICE } from '../../server/features/conversations/labels/queries.ts'
import { madeConversation } from './inbox.ts'
import { startServer } from './server.ts'

/** A server with the labels Refund and Money. */
export async function labelWorld() {
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

/** Adds a rule and a view that name both labels, and a rule that names neither. */
export async function references({
  call,
  refund,
  money,
}: Pick<Awaited<ReturnType<typeof labelWorld>>, 'call' | 'refund' | 'money'>) {
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

/** A label that more conversations have than are changed at once, the first of them with another one, too. */
export async function oftenLabelled() {
  const w = await labelWorld()
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
      SELECT printf('00000000-0000-4000-8000-%012x', copy), ${others} FROM conversations JOIN copies
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
