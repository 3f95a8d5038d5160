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

/** Fields with rows of their own in place of a column. */
type Listed = 'secondary_language_ids' | 'tool_ids'

type Optional = Exclude<keyof NewAssistant, Required | Listed>

const REQUIRED = ASSISTANT_FIELDS.filter((name) => !isOptionalField(name)) as Required[]

const OPTIONAL = ASSISTANT_FIELDS.filter(
  (name) => isOptionalField(name) && name !== 'secondary_language_ids' && name !== 'tool_ids',
) as Optional[]

/** A value for every optional field; null where there is none. */
export type Filled = { readonly [name in Optional]: Exclude<NewAssistant[name], undefined> | null }

/**
 * Values of fields that are not sent: those that the contract states, and those that depend on the mode and the
 * language (docs/spec/decisions.md, section 2).
 */
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

/** The columns of an assistant: what was sent, and the defaults for what was not. */
export function toColumns(sent: NewAssistant, language: LanguageDefaults): AssistantFields {
  const defaults = defaultsOf(sent.mode, { ...language, fillers: fillersOf(sent, language) })
  const chosen = { ...sent, filler_config: undefined }
  const optional = Object.entries(defaults).map(([name, value]) => [
    name,
    toColumn(chosen[name as Optional] ?? value),
  ])
  const required = REQUIRED.map((name) => [name, sent[name]])
  // Every field has the column of its name.
  return Object.fromEntries([...required, ...optional])
}

/**
 * The fields that an assistant would be sent with to be as it is. What is as by default is left out, so that it
 * follows when the mode or the language changes.
 */
export function fromColumns(row: AssistantRow, language: LanguageDefaults): NewAssistant {
  const chosen = Object.entries(defaultsOf(row.mode, language)).flatMap(([name, value]) => {
    const column = row[name as Optional]
    return column === toColumn(value) ? [] : [[name, fromColumn(column, value)]]
  })
  const required = REQUIRED.map((name) => [name, row[name]])
  return Object.fromEntries([...required, ...chosen])
}

/** Fields of an assistant from its columns; null where there is no value. */
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

/** The default of a field says what kind it is. */
function fromColumn(column: Column, byDefault: Filled[Optional]): unknown {
  if (typeof byDefault === 'boolean') return column === 1
  if (typeof byDefault === 'object' && byDefault !== null) return JSON.parse(String(column))
  return column ?? undefined
}
