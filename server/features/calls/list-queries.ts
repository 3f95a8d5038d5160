import { countedList } from '../../db/counted-list.ts'
import { oncePerDb } from '../../db/once-per-db.ts'
import type { CallRow } from './present.ts'

const COLUMNS = `
  calls.id, assistants.name AS assistant_name, campaigns.name AS campaign_name, calls.type, calls.duration,
  calls.assistant_phone_number, calls.client_phone_number, calls.status, calls.transcript, calls.variables,
  calls.evaluation, calls.webhook_response, calls.carrier_cost, calls.total_cost, calls.answered_by,
  calls.recording, calls.created_at, calls.updated_at
`
const JOINS = `
  JOIN assistants ON assistants.id = calls.assistant_id
  LEFT JOIN campaigns ON campaigns.id = calls.campaign_id
`

/** The start of every statement that reads calls to show them; add a WHERE on `calls`. */
export const CALL_WITH_NAMES = `SELECT ${COLUMNS} FROM calls ${JOINS}`

type CallFilter =
  | 'assistantId'
  | 'type'
  | 'status'
  | 'campaignId'
  | 'digits'
  | 'kind'
  | 'sandbox'
  | 'outcome'
  | 'answered'
  | 'interrupted'
  | 'person'

/** The calls list, newest first. `digits` are those of the client's number. */
export const listedCalls = oncePerDb((sql, db) =>
  countedList<CallRow, CallFilter>(sql, db, {
    table: 'calls',
    columns: COLUMNS,
    joins: JOINS,
    filters: {
      assistantId: 'assistant_id',
      type: 'type',
      status: 'status',
      campaignId: 'campaign_id',
      digits: 'client_digits',
      kind: 'kind',
      sandbox: 'is_sandbox',
      outcome: 'outcome',
      answered: 'is_answered',
      interrupted: 'is_interrupted',
      person: 'had_person',
    },
    indexes: {
      calls_by_user: [],
      calls_by_assistant: ['assistantId'],
      calls_by_type: ['type'],
      calls_by_status: ['status'],
      calls_by_assistant_type: ['assistantId', 'type'],
      calls_by_assistant_status: ['assistantId', 'status'],
      calls_by_type_status: ['type', 'status'],
      calls_by_assistant_type_status: ['assistantId', 'type', 'status'],
      calls_by_campaign: ['campaignId'],
      calls_by_campaign_status: ['campaignId', 'status'],
      calls_by_campaign_assistant: ['campaignId', 'assistantId'],
      calls_by_campaign_type: ['campaignId', 'type'],
      calls_by_number: ['digits'],
    },
  }),
)
