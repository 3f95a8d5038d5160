import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { setReplyTargets } from '#contracts/reply-targets.ts'
import { isWhole } from '../../support/sample.ts'
import { temporaryFolder } from '../../support/server.ts'
import { begin } from '../../torture/campaigns/life.ts'

/* Real processes on real files, killed in the middle of what a clock does. */

/** Points at which the database is about to do something, or has just done it. */
const POINTS = [
  'BEFORE INSERT ON main.reply_clocks',
  'BEFORE UPDATE OF due_at ON main.reply_clocks',
  'AFTER UPDATE OF due_at ON main.reply_clocks',
  "BEFORE DELETE ON main.jobs WHEN old.kind = 'reply_clock.set'",
  'BEFORE UPDATE OF is_warned ON main.reply_clocks',
  "AFTER INSERT ON main.notifications WHEN new.kind = 'sla'",
  'BEFORE UPDATE OF stopped_at ON main.reply_clocks',
  'AFTER UPDATE OF outcome ON main.reply_clocks',
  'AFTER UPDATE OF replies_met ON main.conversations',
] as const

const START = Date.parse('2026-01-01T12:00:00Z')
const MINUTE = 60_000

test.runIf(isWhole).each([
  ['in time', 18, [1, 0], ['due_soon']],
  ['too late', 30, [0, 1], ['due_soon', 'overdue']],
] as const)(
  'a kill at any point leaves a reply %s counted and announced once',
  async (_, minutes, counted, stages) => {
    const folder = path.join(temporaryFolder(), 'clocks')
    mkdirSync(folder)
    let life = await begin(folder, START)
    const targets = { first_reply_minutes: 20, next_reply_minutes: null, hours: 'all' } as const
    await life.call(setReplyTargets, { body: { ...targets, overrides: [] } })
    const assistant_id = (await life.call(listAssistants)).data[0]!.uuid
    const uuids: string[] = []
    let deaths = 0

    /** Does a step again in a new life if it was killed. */
    async function survive(step: () => Promise<unknown>): Promise<void> {
      const isAlive = await step().then(
        (result) => result !== false,
        () => life.order({ advance: 0 }),
      )
      if (isAlive) return
      deaths += 1
      life = await begin(folder, life.now())
      await step()
    }

    for (const crashOn of POINTS) {
      const { conversation_id: uuid } = await life.call(startConversation, {
        body: { assistant_id },
      })
      uuids.push(uuid)
      const params = { uuid }
      const { ai_epoch: epoch, messages } = await life.call(getConversation, { params })
      await life.call(turnDial, { params, body: { mode: 'human', epoch } })
      await life.order({ crashOn })
      await survive(async () => {
        const { messages: known } = await life.call(getConversation, { params })
        if (known.length > messages.length) return
        await life.call(sendPublicMessage, { params, body: { message: 'Hello' } })
      })
      const replyAt = life.now() + minutes * MINUTE
      await survive(() => life.order({ advance: replyAt - life.now() }))
      const body = { client_id: crypto.randomUUID(), content: 'Here I am.' }
      await survive(() => life.call(replyToConversation, { params, body }))
      await survive(() => life.order({ advance: MINUTE }))
    }
    await life.kill()
    expect(deaths).toBeGreaterThanOrEqual(POINTS.length - 1)
    const db = new Database(path.join(folder, 'parley.db'), { readonly: true })
    const counts = db
      .prepare<[string], [number, number]>(
        'SELECT replies_met, replies_missed FROM conversations WHERE uuid = ?',
      )
      .raw()
    const warnings = db
      .prepare<[string], string>(`
        SELECT data ->> '$.cause' FROM notifications JOIN conversations ON conversations.id = conversation_id
        WHERE kind = 'sla' AND uuid = ? ORDER BY notifications.id
      `)
      .pluck()
    for (const [index, uuid] of uuids.entries())
      expect([POINTS[index], counts.get(uuid), warnings.all(uuid)]).toEqual([
        POINTS[index],
        counted,
        stages,
      ])
    db.close()
  },
  600_000,
)
