import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'
import {
  CALENDAR_KEYS,
  CALENDAR_KEYS_KEPT,
  type Kind,
  MCP_SIGN_IN,
  TOOL_HEADERS,
  whole,
} from './places.ts'

/** A text that contains secrets, and its owner. */
export interface SecretRow {
  readonly id: number
  /** Undefined if it belongs to the whole server. */
  readonly user_id: number | null
  /** Display name. */
  readonly name: string
  readonly text: string
}

/** A column that contains secrets. */
export interface Column {
  readonly kindOf: (row: SecretRow) => Kind
  readonly rows: () => SecretRow[]
  readonly write: (tx: Tx, id: number, text: string) => void
}

interface ColumnOptions {
  readonly table: string
  readonly column: string
  readonly id?: string
  /** SQL expressions for the account and the display name. */
  readonly userId: string
  readonly name: string
  readonly join?: string
  readonly kindOf: Column['kindOf']
}

const ASSISTANT = 'JOIN assistants ON assistants.id = own.assistant_id'

const numbered = (name: string) => (row: SecretRow) => ({ name: `${name}:${row.id}`, each: whole })

const COLUMNS: readonly ColumnOptions[] = [
  {
    table: 'tools',
    column: 'headers',
    userId: 'own.user_id',
    name: 'own.name',
    kindOf: () => TOOL_HEADERS,
  },
  {
    table: 'assistants',
    column: 'tools',
    userId: 'own.user_id',
    name: 'own.name',
    kindOf: () => CALENDAR_KEYS,
  },
  {
    table: 'assistant_versions',
    column: 'settings',
    userId: 'assistants.user_id',
    name: 'assistants.name',
    join: ASSISTANT,
    kindOf: () => CALENDAR_KEYS_KEPT,
  },
  ...['secret', 'previous'].flatMap((column): ColumnOptions[] => [
    {
      table: 'webhook_secrets',
      column,
      id: 'user_id',
      userId: 'own.user_id',
      name: "'Webhooks'",
      kindOf: numbered('webhooks'),
    },
    {
      table: 'identity_secrets',
      column,
      id: 'assistant_id',
      userId: 'assistants.user_id',
      name: 'assistants.name',
      join: ASSISTANT,
      kindOf: numbered('identity'),
    },
  ]),
  {
    table: 'answer_packs',
    column: 'private_key',
    id: 'assistant_id',
    userId: 'assistants.user_id',
    name: 'assistants.name',
    join: ASSISTANT,
    kindOf: numbered('answers'),
  },
  {
    table: 'messenger_senders',
    column: 'webhook_secret',
    userId: 'own.user_id',
    name: 'own.display_name',
    kindOf: numbered('messenger'),
  },
  {
    table: 'messenger_bots',
    column: 'token',
    id: 'sender_id',
    userId: 'messenger_senders.user_id',
    name: 'messenger_senders.display_name',
    join: 'JOIN messenger_senders ON messenger_senders.id = own.sender_id',
    kindOf: numbered('bot'),
  },
  {
    table: 'messenger_cloud_numbers',
    column: 'secrets',
    id: 'sender_id',
    userId: 'messenger_senders.user_id',
    name: 'messenger_senders.display_name',
    join: 'JOIN messenger_senders ON messenger_senders.id = own.sender_id',
    kindOf: numbered('cloud'),
  },
  {
    table: 'model_providers',
    column: 'sealed_key',
    userId: 'NULL',
    name: 'own.name',
    kindOf: numbered('llm'),
  },
  {
    table: 'speech_providers',
    column: 'sealed_key',
    userId: 'own.user_id',
    name: 'own.name',
    kindOf: numbered('speech'),
  },
  {
    table: 'sip_trunks',
    column: 'sealed_password',
    id: 'phone_number_id',
    userId: 'phone_numbers.user_id',
    name: "'SIP ' || phone_numbers.phone_number",
    join: 'JOIN phone_numbers ON phone_numbers.id = own.phone_number_id',
    kindOf: numbered('trunk'),
  },
  {
    table: 'mcp_servers',
    column: 'token',
    userId: 'own.user_id',
    name: 'own.name',
    kindOf: () => ({ name: 'mcp token', each: whole }),
  },
  {
    table: 'mcp_sign_ins',
    column: 'secrets',
    id: 'mcp_server_id',
    userId: 'mcp_servers.user_id',
    name: 'mcp_servers.name',
    join: 'JOIN mcp_servers ON mcp_servers.id = own.mcp_server_id',
    kindOf: () => MCP_SIGN_IN,
  },
  {
    table: 'sms_provider',
    column: 'token',
    userId: 'NULL',
    name: "'SMS'",
    kindOf: () => ({ name: 'sms', each: whole }),
  },
  {
    table: 'email_sender',
    column: 'password',
    userId: 'NULL',
    name: "'Email'",
    kindOf: () => ({ name: 'smtp', each: whole }),
  },
  {
    table: 'email_mailbox',
    column: 'password',
    userId: 'NULL',
    name: "'Email'",
    kindOf: () => ({ name: 'imap', each: whole }),
  },
]

/** All SQL for the locations of secrets, across tables. */
export const secretColumnQueries = oncePerDb((sql) => {
  const columns = COLUMNS.map(
    ({ table, column, id = 'id', userId, name, join = '', kindOf }): Column => {
      const rows = sql.read<[], SecretRow>(`
        SELECT own.${id} AS id, ${userId} AS user_id, ${name} AS name, own.${column} AS text
        FROM ${table} AS own ${join} WHERE own.${column} IS NOT NULL
      `)
      const write = sql.write<[string, number]>(`UPDATE ${table} SET ${column} = ? WHERE ${id} = ?`)
      return { kindOf, rows: () => rows.all(), write: (tx, id, text) => write.run(tx, text, id) }
    },
  )
  const generation = sql.read<[], string | null>('SELECT sealed_by FROM installation').pluck()
  const setGeneration = sql.write<[string]>('UPDATE installation SET sealed_by = ?')
  return {
    columns,
    /** Generation of the keys that everything is encrypted with; null before the first time. */
    generation: () => generation.get() ?? null,
    setGeneration: (tx: Tx, generation: string) => setGeneration.run(tx, generation),
  }
})
