import type { JsonObject } from '#contracts/scalars.ts'

/** Placeholders: `{{1}}`, or `{{name}}`. */
const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g

/** Names of the placeholders in a text, in order, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))]
}

/**
 * Fills in a template. Values go by the name of their variable or by its number, from 1; a numbered placeholder belongs to the
 * variable with that number.
 * @returns undefined if a value is missing, blank, no text or number, or given twice, or belongs to no variable
 */
export function fillTemplate(
  text: string,
  variables: readonly string[],
  values: JsonObject,
): string | undefined {
  const filled = new Map<string, string>()
  for (const [key, value] of Object.entries(values)) {
    const name = variables.includes(key) ? key : variables[Number(key) - 1]
    const text = typeof value === 'object' ? '' : String(value).trim()
    if (name === undefined || filled.has(name) || text === '') return undefined
    filled.set(name, text)
  }
  if (filled.size !== variables.length) return undefined
  return text.replace(
    PLACEHOLDER,
    (_, key: string) => filled.get(variables.includes(key) ? key : variables[Number(key) - 1]!)!,
  )
}
