import { oncePerDb } from '../../../db/once-per-db.ts'

/** Usage of an account: micro-dollars, bytes and ms since 1970. */
export interface UsageRow {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly is_owner: number
  readonly created_at: number
  readonly balance: number
  readonly spent_llm: number
  readonly spent_sms: number
  readonly spent_messenger: number
  readonly spent_call: number
  readonly spent_number: number
  readonly assistants: number
  readonly conversations: number
  readonly contacts: number
  readonly document_bytes: number
  readonly people: number
  readonly api_keys: number
  readonly notices: number
  /** 0 without any activity. */
  readonly last_activity_at: number
}

/** Sum of an account's tallies for these measures; reads no counted rows. */
const tallied = (measures: string, since = '') => `
  (SELECT ifnull(sum(value), 0) FROM tallies
   WHERE user_id = users.id AND assistant_id = 0 AND measure IN (${measures}) ${since})
`

const spentOn = (purpose: string) =>
  tallied(`'spent.${purpose}'`, 'AND slot >= (SELECT :month) / 900000')

const CONVERSATIONS = ['test', 'widget', 'messenger', 'api']
  .map((type) => `'conversations.${type}'`)
  .join(', ')

/** The latest time in an account's rows; 0 without any. */
const newest = (column: string, rows: string) =>
  `ifnull((SELECT max(${column}) FROM ${rows} AND ${column} IS NOT NULL), 0)`

/** All SQL for the usage of accounts. */
export const usageQueries = oncePerDb((sql) => {
  const all = sql.read<[{ month: number }], UsageRow>(`
    SELECT id, name, email, is_owner, created_at, balance,
      ${spentOn('llm')} AS spent_llm, ${spentOn('sms')} AS spent_sms, ${spentOn('messenger')} AS spent_messenger,
      ${spentOn('call')} AS spent_call, ${spentOn('number')} AS spent_number,
      (SELECT count(*) FROM assistants WHERE user_id = users.id AND deleted_at IS NULL) AS assistants,
      ${tallied(CONVERSATIONS)} AS conversations,
      ifnull((SELECT total FROM contact_counts WHERE user_id = users.id), 0) AS contacts,
      (SELECT ifnull(sum(documents.size), 0) FROM knowledge_bases
       CROSS JOIN documents ON documents.knowledge_base_id = knowledge_bases.id
       WHERE knowledge_bases.user_id = users.id) AS document_bytes,
      (SELECT count(*) FROM operators WHERE user_id = users.id AND removed_at IS NULL) AS people,
      (SELECT count(*) FROM api_keys WHERE user_id = users.id) AS api_keys,
      (SELECT count(*) FROM notices WHERE user_id = users.id) AS notices,
      max(
        ${newest('last_used_at', 'api_keys WHERE user_id = users.id')},
        ${newest(
          'sessions.last_used_at',
          `operators CROSS JOIN sessions ON sessions.operator_id = operators.id
           WHERE operators.user_id = users.id`,
        )},
        ${newest('updated_at', 'conversations WHERE user_id = users.id')},
        ${newest('created_at', 'calls WHERE user_id = users.id')},
        ${newest('created_at', 'sms_messages WHERE user_id = users.id')}
      ) AS last_activity_at
    FROM users ORDER BY is_owner DESC, id
  `)
  const attachments = sql
    .read<[], [userId: number, bytes: number]>(`
      SELECT conversations.user_id, sum(attachments.size)
      FROM attachments CROSS JOIN conversations ON conversations.id = attachments.conversation_id
      GROUP BY conversations.user_id
    `)
    .raw()
  const recordings = sql
    .read<[], [userId: number, recording: string]>(
      'SELECT user_id, recording FROM calls INDEXED BY calls_recorded WHERE recording IS NOT NULL',
    )
    .raw()
  const textNumbers = sql
    .read<[], [userId: number, number: string]>(`
      SELECT user_id, phone_number FROM phone_numbers INDEXED BY phone_numbers_text_one_account
      WHERE sms_capable = 1 ORDER BY phone_number
    `)
    .raw()
  return {
    /** Usage of every account, the owner's first; spending since the start of a month. */
    all: (month: Date) => all.all({ month: month.getTime() }),
    /** Bytes of attachments by account, including unsent ones. */
    attachments: () => new Map(attachments.all()),
    /** Recordings of calls by account: file names, and URLs elsewhere. */
    recordings: () => recordings.all(),
    /** Text-capable numbers by account. */
    textNumbers: () => textNumbers.all(),
  }
})
