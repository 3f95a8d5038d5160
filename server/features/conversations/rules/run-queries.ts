import type { RuleEvent } from '#contracts/rule-fields.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import { CONTACT_OF_CONVERSATION } from '../visitors/contact-columns.ts'

export interface RunRow {
  readonly id: number
  readonly rule_id: number | null
  readonly rule_name: string
  readonly conversation_uuid: string
  readonly visitor_name: string | null
  readonly event: RuleEvent
  /** JSON. */
  readonly actions: string
  readonly created_at: number
}

interface NewRun {
  readonly userId: number
  readonly ruleId: number
  readonly ruleName: string
  readonly conversationId: number
  readonly event: RuleEvent
  readonly actions: string
  readonly now: number
}

interface Place {
  readonly userId: number
  readonly ruleId: number | undefined
  /** Entries before this id. */
  readonly before: number
  readonly limit: number
}

const RUN = `
  SELECT rule_runs.id, rule_id, rule_name, conversations.uuid AS conversation_uuid, visitors.shown_name AS visitor_name,
    rule_runs.event, rule_runs.actions, rule_runs.created_at
  FROM rule_runs
  JOIN conversations ON conversations.id = rule_runs.conversation_id
  ${CONTACT_OF_CONVERSATION}
`

/** All SQL for the log of rules. */
export const runQueries = oncePerDb((sql) => {
  const insert = sql.write<[NewRun]>(`
    INSERT INTO rule_runs (user_id, rule_id, rule_name, conversation_id, event, actions, created_at)
    VALUES (:userId, :ruleId, :ruleName, :conversationId, :event, :actions, :now)
  `)
  const find = sql.read<[number], RunRow>(`${RUN} WHERE rule_runs.id = ?`)
  const all = sql.read<[Omit<Place, 'ruleId'>], RunRow>(`
    ${RUN} WHERE rule_runs.user_id = :userId AND rule_runs.id < :before ORDER BY rule_runs.id DESC LIMIT :limit
  `)
  const ofRule = sql.read<[Place], RunRow>(`
    ${RUN} WHERE rule_id = :ruleId AND +rule_runs.user_id = :userId AND rule_runs.id < :before
    ORDER BY rule_runs.id DESC LIMIT :limit
  `)
  const hasBefore = sql
    .read<[number], number>('SELECT EXISTS (SELECT 1 FROM rule_runs WHERE created_at < ?)')
    .pluck()
  const forget = sql.write<[number, number]>(`
    DELETE FROM rule_runs WHERE id IN (SELECT id FROM rule_runs WHERE created_at < ? ORDER BY created_at LIMIT ?)
  `)
  return {
    insert: (tx: Tx, run: NewRun) => find.get(Number(insert.run(tx, run).lastInsertRowid))!,
    /** Newest first. */
    page: ({ ruleId, ...place }: Place) =>
      ruleId === undefined ? all.all(place) : ofRule.all({ ...place, ruleId }),
    /** Reports whether there are older entries. */
    hasBefore: (before: number) => hasBefore.get(before) === 1,
    /** Deletes a batch of old entries. */
    forget: (tx: Tx, before: number, limit: number) => forget.run(tx, before, limit).changes,
  }
})
