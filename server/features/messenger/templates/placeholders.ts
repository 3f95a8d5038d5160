import type { JsonObject } from '#contracts/scalars.ts'
import type { OutgoingTemplate } from '../../../providers/messenger/channel.ts'
import { PLACEHOLDER, placeholdersIn } from '../../../providers/messenger/placeholders.ts'

/** A text with its placeholders filled in, and the values that they got, each once. */
interface Filled {
  readonly text: string
  readonly values: OutgoingTemplate['values']
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
): Filled | undefined {
  const filled = new Map<string, string>()
  for (const [key, value] of Object.entries(values)) {
    const name = variables.includes(key) ? key : variables[Number(key) - 1]
    const text = typeof value === 'object' ? '' : String(value).trim()
    if (name === undefined || filled.has(name) || text === '') return undefined
    filled.set(name, text)
  }
  if (filled.size !== variables.length) return undefined
  const filledIn = (key: string) =>
    filled.get(variables.includes(key) ? key : variables[Number(key) - 1]!)!
  return {
    text: text.replace(PLACEHOLDER, (_, key: string) => filledIn(key)),
    values: placeholdersIn(text).map((key) => ({ key, value: filledIn(key) })),
  }
}
