import type { ConversationType } from '#contracts/enums.ts'
import { type Chance, createChance } from '../../server/features/demo/chance.ts'
import { madeConversation } from './inbox.ts'
import type { TestServer } from './server.ts'

/** A conversation as a test told it, kept apart from the database. Times are ms. */
export interface Told {
  readonly id: number
  readonly uuid: string
  readonly visitorId: number
  readonly at: number
  readonly type: ConversationType
  readonly assistantId: number
  assigneeId: number | null
  teamId: number | null
  mode: 'auto' | 'human'
  handedAt: number | null
  hadPerson: boolean
  endedAt: number | null
  rating: number | null
  met: number
  missed: number
  readonly labels: Set<number>
  messages: { readonly author: 'visitor' | 'assistant' | 'operator'; readonly at: number }[]
  /** Time of the latest step. */
  last: number
}

interface Parts {
  readonly assistants: readonly number[]
  readonly people: readonly number[]
  readonly teams: readonly number[]
  readonly labels: readonly number[]
}

interface History extends Parts {
  readonly seed: number
  readonly count: number
  /** Range of the starts. */
  readonly from: number
  readonly to: number
}

const HOUR = 3_600_000

/** Tells conversations at random, step by step, and returns what was told. */
export function toldHistory(server: TestServer, history: History): Told[] {
  const chance = createChance(history.seed)
  const told: Told[] = []
  for (let index = 0; index < history.count; index += 1) {
    const at = history.from + chance.below(history.to - history.from)
    told.push(begun(server, history, chance, at))
  }
  const { db } = server.context
  const statements = new Map<string, ReturnType<typeof db.prepare>>()
  const run: Run = (sql, ...values) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.run(...values)
  }
  db.transaction(() => {
    for (let step = 0; step < history.count * 7; step += 1)
      takeStep(run, history, chance, chance.pick(told))
  })()
  return told
}

function begun(server: TestServer, parts: Parts, chance: Chance, at: number): Told {
  const type = chance.pick(['widget', 'widget', 'messenger', 'api', 'test'] as const)
  const assistantId = chance.pick(parts.assistants)
  const { id, uuid, visitorId } = madeConversation(server, { at, type, assistantId })
  return {
    ...{ id, uuid, visitorId, at, type, assistantId },
    ...{ assigneeId: null, teamId: null, mode: 'auto', handedAt: null, hadPerson: false },
    ...{ endedAt: null, rating: null, met: 0, missed: 0 },
    ...{ labels: new Set<number>(), messages: [], last: at },
  }
}

type Run = (sql: string, ...values: unknown[]) => { readonly changes: number }

function takeStep(run: Run, parts: Parts, chance: Chance, one: Told): void {
  one.last += chance.below(30 * HOUR)
  const at = one.last
  const person = chance.pick([null, ...parts.people])
  const team = chance.pick([null, ...parts.teams])
  const label = chance.pick(parts.labels)

  const steps = {
    say() {
      const author = chance.pick(['visitor', 'assistant', 'operator'] as const)
      run(
        'UPDATE conversations SET message_count = message_count + 1, updated_at = ? WHERE id = ?',
        ...[at, one.id],
      )
      run(
        `INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
         SELECT id, message_count, ?, '', '…', 'complete', ? FROM conversations WHERE id = ?`,
        ...[author, at, one.id],
      )
      one.messages.push({ author, at })
    },
    forget() {
      if (one.messages.length === 0) return
      // As retention does: from a message on.
      const kept = chance.below(one.messages.length)
      run(
        'DELETE FROM messages WHERE conversation_id = ? AND id IN (SELECT id FROM messages WHERE conversation_id = ? ORDER BY seq LIMIT -1 OFFSET ?)',
        one.id,
        one.id,
        kept,
      )
      one.messages = one.messages.slice(0, kept)
    },
    need() {
      const { changes } = run(
        `UPDATE conversations SET needs_person = 1, updated_at = ?
         WHERE id = ? AND needs_person = 0 AND ai_mode = 'auto' AND ended_at IS NULL`,
        ...[at, one.id],
      )
      if (changes > 0) one.handedAt ??= at
    },
    turn() {
      const mode = one.mode === 'auto' ? 'human' : 'auto'
      run(
        'UPDATE conversations SET ai_mode = ?, ai_epoch = ai_epoch + 1, updated_at = ? WHERE id = ?',
        ...[mode, at, one.id],
      )
      one.mode = mode
      if (mode === 'auto') return
      one.handedAt ??= at
      one.hadPerson = true
    },
    end() {
      const endedAt = one.endedAt === null ? at : null
      run('UPDATE conversations SET ended_at = ? WHERE id = ?', endedAt, one.id)
      one.endedAt = endedAt
    },
    rate() {
      one.rating = 1 + chance.below(5)
      run('UPDATE conversations SET rating = ?, rated_at = ? WHERE id = ?', one.rating, at, one.id)
    },
    assign() {
      one.assigneeId = person
      run('UPDATE conversations SET assignee_id = ? WHERE id = ?', person, one.id)
    },
    team() {
      one.teamId = team
      run('UPDATE conversations SET team_id = ? WHERE id = ?', team, one.id)
    },
    label() {
      if (one.labels.delete(label))
        run(
          'DELETE FROM conversation_labels WHERE conversation_id = ? AND label_id = ?',
          one.id,
          label,
        )
      else {
        one.labels.add(label)
        run('INSERT INTO conversation_labels VALUES (?, ?)', one.id, label)
      }
    },
    measure() {
      const name = chance.pick(['met', 'missed'] as const)
      one[name] += 1
      run(`UPDATE conversations SET replies_${name} = replies_${name} + 1 WHERE id = ?`, one.id)
    },
  }
  const weights = {
    say: 8,
    forget: 1,
    need: 2,
    turn: 1,
    end: 3,
    rate: 2,
    assign: 2,
    team: 2,
    label: 3,
    measure: 1,
  }
  steps[chance.weighted(weights)]()
}
