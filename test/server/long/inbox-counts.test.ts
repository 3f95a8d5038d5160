import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { madeConversation } from '../../support/inbox.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const idsOf = async ({ call }: Pick<TestServer, 'call'>, query: Record<string, string> = {}) => {
  const ids: string[] = []
  let before: string | null | undefined
  do {
    const page = await call(listInbox, {
      query: { ...query, ...(before ? { before } : {}) } as never,
    })
    ids.push(...page.data.map(({ id }) => id))
    before = page.before
  } while (before)
  return ids
}

/** One step of a random history, in plain SQL: triggers must keep up with any write. */
const STEPS = [
  'UPDATE conversations SET ended_at = 5 WHERE id = :id AND ended_at IS NULL',
  'UPDATE conversations SET ended_at = NULL WHERE id = :id',
  'UPDATE conversations SET snoozed_until = 9999999999999 WHERE id = :id AND ended_at IS NULL',
  'UPDATE conversations SET snoozed_until = NULL WHERE id = :id',
  'UPDATE conversations SET needs_person = 1 WHERE id = :id AND ended_at IS NULL',
  'UPDATE conversations SET assignee_id = 1 WHERE id = :id',
  'UPDATE conversations SET assignee_id = NULL WHERE id = :id',
  'UPDATE conversations SET unread_count = 0 WHERE id = :id',
  "UPDATE conversations SET ai_mode = 'human' WHERE id = :id",
  "UPDATE conversations SET ai_mode = 'approve' WHERE id = :id",
  "UPDATE conversations SET ai_mode = 'auto' WHERE id = :id",
  'INSERT OR IGNORE INTO conversation_labels VALUES (:id, 1)',
  'INSERT OR IGNORE INTO conversation_labels VALUES (:id, 2)',
  'DELETE FROM conversation_labels WHERE conversation_id = :id AND label_id = 1',
  'DELETE FROM conversations WHERE id = :id',
  'visitor',
  'assistant',
  'operator',
] as const

const COLUMNS =
  'user_id, label_id, state, assignee_id, is_awaiting, needs_person, is_ai_only, is_unread, assistant_id, type, ai_mode, count'

test('counts equal a full scan after any history', async () => {
  const server = await startServer()
  const { db } = server.context
  for (const name of ['A', 'B']) {
    db.prepare(
      "INSERT INTO labels (user_id, name, colour, created_at) VALUES (1, ?, 'red', 0)",
    ).run(name)
  }
  const history = fc.array(fc.record({ step: fc.constantFrom(...STEPS), at: fc.nat(5) }), {
    minLength: 5,
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const made = ['widget', 'test', 'api', 'widget', 'widget', 'test'].map((type) =>
        madeConversation(server, { type }),
      )
      for (const { step, at } of steps) {
        const { id, say } = made[at]!
        const isThere = db.prepare('SELECT 1 FROM conversations WHERE id = ?').get(id)
        if (/^\w+$/.test(step)) isThere && say(step, 'x')
        else if (isThere) db.prepare(step).run({ id })
      }
      const kept = db
        .prepare(`SELECT ${COLUMNS} FROM inbox_counts WHERE count <> 0 ORDER BY ${COLUMNS}`)
        .all()
      const expected = db
        .prepare(`SELECT ${COLUMNS} FROM inbox_counts_expected ORDER BY ${COLUMNS}`)
        .all()
      expect(kept).toEqual(expected)
    }),
    { numRuns: 40 },
  )
  // Each view's count equals the length of its list.
  const counts = await server.call(countInbox)
  const views: Record<string, Record<string, string>> = {
    open: { state: 'open' },
    mine: { state: 'open', assignee: 'me' },
    unassigned: { state: 'open', assignee: 'none' },
    unanswered: { state: 'open', awaiting: '1' },
    needs_person: { state: 'open', needs_person: '1' },
    ai_only: { state: 'open', ai_only: '1' },
    snoozed: { state: 'snoozed' },
    ended: { state: 'ended' },
    all: {},
  }
  for (const [name, filter] of Object.entries(views)) {
    expect([name, (await idsOf(server, filter)).length]).toEqual([
      name,
      counts.views[name as keyof typeof counts.views],
    ])
  }
})
