import { fieldFaults } from '#contracts/field-errors.ts'
import { ImportedCall } from '#contracts/imported-call.ts'
import { localizer } from '../../locales/faults.ts'
import { t } from '../../locales/translate.ts'

/** Target of a column: a field of a call, or the name of its assistant. */
export const FIELDS = [
  'assistant_id',
  'assistant_name',
  ...(Object.keys(ImportedCall.shape).filter((name) => name !== 'assistant_id') as Exclude<
    keyof ImportedCall,
    'assistant_id'
  >[]),
] as const
export type Field = (typeof FIELDS)[number]

/** Names of these fields in other systems. */
const ALIASES: Readonly<Record<string, Field>> = {
  assistant: 'assistant_name',
  agent: 'assistant_name',
  direction: 'type',
  date: 'created_at',
  started_at: 'created_at',
  start_time: 'created_at',
  campaign: 'campaign_name',
  duration_seconds: 'duration',
  seconds: 'duration',
  from: 'assistant_phone_number',
  to: 'client_phone_number',
  customer: 'client_phone_number',
  customer_phone: 'client_phone_number',
  phone_number: 'client_phone_number',
  phone: 'client_phone_number',
  recording: 'recording_url',
  cost: 'total_cost',
  price: 'total_cost',
}

/** The field for a column name; empty if none matches. */
export function fieldOf(column: string): Field | '' {
  const name = column
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  return FIELDS.find((field) => field === name) ?? ALIASES[name] ?? ''
}

/** A row to import. */
export interface ImportRow {
  /** Line number in the file. */
  readonly line: number
  readonly call: Readonly<Record<string, string>>
  /** Errors by field. */
  readonly faults: Readonly<Record<string, string>>
}

interface Mapping {
  /** Field of each column, in column order. */
  readonly fields: readonly (Field | '')[]
  /** Ids of the account's assistants by name. */
  readonly assistants: ReadonlyMap<string, number>
  /** Assistant for calls that do not name one. */
  readonly fallback: number | undefined
}

/** Converts and validates a record of the file. */
export function rowOf(cells: readonly string[], line: number, mapping: Mapping): ImportRow {
  const call: Record<string, string> = {}
  for (const [index, field] of mapping.fields.entries()) {
    const cell = (cells[index] ?? '').trim()
    if (field !== '' && cell !== '') call[field] = field.endsWith('_at') ? moment(cell) : cell
  }
  const { assistant_name: name, ...known } = call
  const id = name === undefined ? undefined : mapping.assistants.get(name.toLowerCase())
  const assistant = known['assistant_id'] ?? id ?? mapping.fallback
  const whole = { ...known, ...(assistant !== undefined && { assistant_id: String(assistant) }) }
  const missing =
    name === undefined ? t('callImport.noAssistant') : t('callImport.unknownAssistant', { name })
  const faults = {
    ...faultsOf(whole),
    ...(assistant === undefined && { assistant_id: missing }),
  }
  return { line, call: whole, faults }
}

function faultsOf(call: Readonly<Record<string, string>>): Record<string, string> {
  const parsed = ImportedCall.safeParse(call)
  if (parsed.success) return {}
  const found = localizer.translateFields(fieldFaults(parsed.error.issues, call))
  return Object.fromEntries(Object.entries(found).map(([field, [first = '']]) => [field, first]))
}

/** Converts ISO 8601 to the API's timestamp format; other text is unchanged. */
function moment(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:?\d{2})$/.test(text)) return text
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

/** The calls as CSV for the server. */
export function csvOf(rows: readonly ImportRow[]): string {
  const names = FIELDS.filter((field) => rows.some(({ call }) => call[field] !== undefined))
  const lines = rows.map(({ call }) => names.map((name) => cell(call[name] ?? '')).join(','))
  return [names.join(','), ...lines].join('\r\n')
}

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A sample file. */
export const EXAMPLE = [
  'assistant_name,type,status,created_at,duration,client_phone_number,transcript,variables',
  'Reception,inbound,completed,2026-03-14 09:26:53,74,+12025550123,"AI: Hello! How can I help you?\nCustomer: What are your opening hours?","{""topic"":""hours""}"',
  'Reception,outbound,no-answer,2026-03-14 10:02:11,0,+12025550145,,',
].join('\r\n')
