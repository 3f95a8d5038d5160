import { CallKind } from '#contracts/enums.ts'
import { hidden } from '../../db/hidden.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import { type Stretch, tallySums } from '../../db/tally-sums.ts'
import type { Tx } from '../../db/write.ts'

/** Measures other than the histogram steps of first-answer times. */
const MEASURES = [
  ...['test', 'widget', 'messenger', 'api'].map((type) => `conversations.${type}`),
  ...['visitor', 'assistant', 'operator'].map((author) => `messages.${author}`),
  ...CallKind.options.flatMap((kind) => [
    `calls.${kind}`,
    `call_seconds.${kind}`,
    `call_cost.${kind}`,
  ]),
  ...[1, 2, 3, 4, 5].map((stars) => `rating.${stars}`),
  ...['asked', 'person', 'ended', 'cost', 'sms', 'spent.sms', 'spent.messenger', 'spent.call'],
]

/** Maximum number of waiting conversations on Home. */
const WAITING = 8

/** Number of most recent visitors checked for the websites they came from. */
const VISITORS = 1000

/** Must match the condition of the partial index to use it. */
const IS_WAITING = `
  inbox_state = 'open' AND type <> 'test'
  AND (needs_person = 1 OR awaiting_reply_since IS NOT NULL AND ai_mode <> 'auto')
`

interface Facts {
  readonly assistant_id: number | null
  readonly named: number
  readonly assistant_active: number
  readonly own_knowledge: number
  readonly tested: number
  readonly embedded: number
  readonly person_replied: number
  readonly own_model: number
  readonly phone_number: number
  readonly balance: number
  readonly team: number
}

/** All SQL for Home. None of it scans conversations, messages or calls. */
export const homeQueries = oncePerDb((sql, db) => {
  const steps = sql
    .read<[], number>('SELECT below_ms FROM answer_steps ORDER BY below_ms')
    .pluck()
    .all()
  const measures = [...MEASURES, ...steps.map((below) => `first_answer.${below}`)]
  const sums = tallySums(db)
  /** In the order of the index, so that a long queue is not sorted. */
  const waitingFor = (assignee: string) =>
    sql
      .read<[object], number>(`
        SELECT id FROM conversations INDEXED BY conversations_waiting
        WHERE user_id = ${hidden(':userId')} AND ${IS_WAITING} AND ${assignee}
        ORDER BY ifnull(awaiting_reply_since, updated_at) LIMIT ${WAITING}
      `)
      .pluck()
  const waitingForMe = waitingFor('ifnull(assignee_id, :operatorId) = :operatorId')
  const waitingForOthers = waitingFor('assignee_id <> :operatorId')
  const countWaiting = sql
    .read<[number], number>(`
      SELECT count(*) FROM conversations INDEXED BY conversations_waiting
      WHERE user_id = ${hidden('?')} AND ${IS_WAITING}
    `)
    .pluck()
  const failedWebhooks = sql
    .read<[object], number>(`
      SELECT count(*) FROM webhook_deliveries INDEXED BY webhook_deliveries_failed
      WHERE user_id = ${hidden(':userId')} AND status IN ('dead', 'blocked') AND is_test = 0 AND updated_at >= ${hidden(':since')}
    `)
    .pluck()
  const failedSms = sql
    .read<[object], number>(`
      SELECT count(*) FROM sms_messages INDEXED BY sms_messages_by_status
      WHERE user_id = ${hidden(':userId')} AND status IN ('failed', 'undelivered') AND created_at >= ${hidden(':since')}
    `)
    .pluck()
  const failedDocuments = sql
    .read<[number], number>(`
      SELECT count(*) FROM documents INDEXED BY documents_failed
      WHERE status = 'failed' AND knowledge_base_id IN (SELECT id FROM knowledge_bases WHERE user_id = ${hidden('?')})
    `)
    .pluck()
  const expiring = sql.read<[object], { id: number; phone_number: string; expires_at: number }>(`
    SELECT id, phone_number, subscription_expires_at AS expires_at FROM phone_numbers
    WHERE user_id = ${hidden(':userId')} AND subscription_expires_at < ${hidden(':before')}
      -- A bought one is renewed, or has a notice.
      AND carrier IS NULL
    ORDER BY subscription_expires_at, id LIMIT 10
  `)
  const facts = sql.read<[object], Facts>(`
    SELECT
      (
        SELECT id FROM assistants WHERE user_id = :userId AND deleted_at IS NULL
        ORDER BY status <> 'active', id LIMIT 1
      ) AS assistant_id,
      (
        SELECT operators.name <> users.name FROM operators JOIN users ON users.id = operators.user_id
        WHERE operators.id = :operatorId
      ) AS named,
      EXISTS (
        SELECT 1 FROM assistants WHERE user_id = :userId AND deleted_at IS NULL AND status = 'active'
      ) AS assistant_active,
      EXISTS (
        SELECT 1 FROM documents JOIN knowledge_bases ON knowledge_bases.id = documents.knowledge_base_id
        WHERE knowledge_bases.user_id = :userId AND documents.status = 'active' AND documents.sha256 IS NOT NULL
      ) AS own_knowledge,
      EXISTS (SELECT 1 FROM conversations WHERE user_id = :userId AND type = 'test') AS tested,
      EXISTS (
        SELECT 1 FROM (
          SELECT page_url FROM visitors INDEXED BY visitors_by_last_seen
          WHERE user_id = :userId AND contact_id IS NULL ORDER BY seen_at DESC, id DESC LIMIT ${VISITORS}
        ) WHERE page_url IS NOT NULL AND NOT EXISTS (
          SELECT 1 FROM json_each(:own) WHERE substr(page_url, 1, length(value)) = value
        )
      ) AS embedded,
      EXISTS (
        SELECT 1 FROM tallies WHERE user_id = :userId AND assistant_id = 0 AND measure = 'messages.operator'
      ) AS person_replied,
      EXISTS (
        SELECT 1 FROM assistants JOIN llm_models
          ON llm_models.id = iif(assistants.mode = 'pipeline', llm_model_id, chat_llm_fallback_id)
        WHERE assistants.user_id = :userId AND assistants.deleted_at IS NULL AND llm_models.is_available = 1
          AND llm_models.provider <> 'built-in'
      ) AS own_model,
      EXISTS (SELECT 1 FROM phone_numbers WHERE user_id = :userId) AS phone_number,
      EXISTS (
        SELECT 1 FROM tallies WHERE user_id = :userId AND assistant_id = 0 AND measure = 'top_up'
      ) AS balance,
      (SELECT count(*) > 1 FROM operators WHERE user_id = :userId AND removed_at IS NULL) AS team
  `)
  const isDismissed = sql
    .read<[number], number>('SELECT 1 FROM onboarding_dismissals WHERE operator_id = ?')
    .pluck()
  const dismiss = sql.write<[number, number]>(
    'INSERT OR IGNORE INTO onboarding_dismissals (operator_id, dismissed_at) VALUES (?, ?)',
  )
  const restore = sql.write<[number]>('DELETE FROM onboarding_dismissals WHERE operator_id = ?')

  return {
    /** Histogram steps of the time to a first answer, ms, ascending. */
    steps,
    /** Sums of the measures per period; assistant 0 is the whole account. */
    sums: (userId: number, assistantId: number, stretches: readonly Stretch[]) =>
      sums({ userId, assistantId, measures }, stretches),
    /** Ids of the conversations that have been waiting longest for a person, those of other operators last. */
    waiting: (userId: number, operatorId: number) => {
      const whose = { userId, operatorId }
      const mine = waitingForMe.all(whose)
      const others = mine.length < WAITING ? waitingForOthers.all(whose) : []
      return [...mine, ...others].slice(0, WAITING)
    },
    countWaiting: (userId: number) => countWaiting.get(userId)!,
    failedWebhooks: (userId: number, since: number) => failedWebhooks.get({ userId, since })!,
    failedSms: (userId: number, since: number) => failedSms.get({ userId, since })!,
    failedDocuments: (userId: number) => failedDocuments.get(userId)!,
    /** Numbers whose subscription ends before an instant, earliest first. */
    expiring: (userId: number, before: number) => expiring.all({ userId, before }),
    /** Completed onboarding steps; `own` are the URL prefixes of this server's own pages. */
    facts: (userId: number, operatorId: number, own: readonly string[]) =>
      facts.get({ userId, operatorId, own: JSON.stringify(own) })!,
    isDismissed: (operatorId: number) => isDismissed.get(operatorId) === 1,
    dismiss: (tx: Tx, operatorId: number, now: Date) => dismiss.run(tx, operatorId, now.getTime()),
    bringBack: (tx: Tx, operatorId: number) => restore.run(tx, operatorId),
  }
})
