import {
  ASSISTANT_FIELDS,
  isOptionalField,
  type NewAssistant,
  statedDefault,
} from '#contracts/assistant-fields.ts'
import type { Mode } from '#contracts/enums.ts'
import type { LanguageDefaults } from '../platform/lookups/language-defaults.ts'
import type { AssistantFields, AssistantRow } from './row.ts'

type Required =
  | 'name'
  | 'voice_id'
  | 'language_id'
  | 'type'
  | 'mode'
  | 'timezone'
  | 'initial_message'
  | 'system_prompt'

/** Fields stored as rows instead of a column. */
const LISTED = ['secondary_language_ids', 'tool_ids', 'mcp_tool_ids'] as const
type Listed = (typeof LISTED)[number]

type Optional = Exclude<keyof NewAssistant, Required | Listed>

const REQUIRED = ASSISTANT_FIELDS.filter((name) => !isOptionalField(name)) as Required[]

const OPTIONAL = ASSISTANT_FIELDS.filter(
  (name) => isOptionalField(name) && !LISTED.some((listed) => listed === name),
) as Optional[]

/** A value for every optional field; null if empty. */
export type Filled = { readonly [name in Optional]: Exclude<NewAssistant[name], undefined> | null }

/** Defaults of omitted fields: those stated in the contract, and those that depend on the mode and language (docs/spec/decisions.md, section 2). */
export function defaultsOf(mode: Mode, language: LanguageDefaults): Filled {
  const stated = OPTIONAL.map((name) => [name, statedDefault(name)])
  return {
    ...Object.fromEntries(stated),
    knowledgebase_mode: mode === 'pipeline' ? 'prompt' : 'function_call',
    synthesizer_provider_id: mode === 'multimodal' ? null : language.synthesizerId,
    transcriber_provider_id: mode === 'pipeline' ? language.transcriberId : null,
    filler_config: language.fillers,
  }
}

type Column = string | number | null

/** The columns of an assistant: the values sent, and defaults for the rest. */
export function toColumns(sent: NewAssistant, language: LanguageDefaults): AssistantFields {
  const defaults = defaultsOf(sent.mode, { ...language, fillers: fillersOf(sent, language) })
  const chosen = { ...sent, filler_config: undefined }
  const optional = Object.entries(defaults).map(([name, value]) => [
    name,
    toColumn(chosen[name as Optional] ?? value),
  ])
  const required = REQUIRED.map((name) => [name, sent[name]])
  // Every field is stored in the column of the same name.
  return Object.fromEntries([...required, ...optional])
}

/** The request body that would recreate an assistant. Default values are omitted, so that they follow changes of mode or language. */
export function fromColumns(row: AssistantRow, language: LanguageDefaults): NewAssistant {
  const chosen = Object.entries(defaultsOf(row.mode, language)).flatMap(([name, value]) => {
    const column = row[name as Optional]
    return column === toColumn(value) ? [] : [[name, fromColumn(column, value)]]
  })
  const required = REQUIRED.map((name) => [name, row[name]])
  return Object.fromEntries([...required, ...chosen])
}

/** An assistant's fields from its columns; null if empty. */
export function storedFields(
  row: AssistantRow,
  language: LanguageDefaults,
): { readonly [name in Required | Optional]: unknown } {
  const kinds = defaultsOf(row.mode, language)
  const optional = OPTIONAL.map((name) => [name, fromColumn(row[name], kinds[name]) ?? null])
  const required = REQUIRED.map((name) => [name, row[name]])
  return Object.fromEntries([...required, ...optional])
}

function fillersOf({ filler_config: sent }: NewAssistant, { fillers }: LanguageDefaults) {
  return {
    positive: sent?.positive ?? fillers.positive,
    negative: sent?.negative ?? fillers.negative,
    question: sent?.question ?? fillers.question,
    neutral: sent?.neutral ?? fillers.neutral,
  }
}

function toColumn(value: Filled[Optional]): Column {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** A field's type is inferred from its default. */
function fromColumn(column: Column, byDefault: Filled[Optional]): unknown {
  if (typeof byDefault === 'boolean') return column === 1
  if (typeof byDefault === 'object' && byDefault !== null) return JSON.parse(String(column))
  return column ?? undefined
}
