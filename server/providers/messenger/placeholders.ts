/** Placeholders: `{{1}}`, or `{{name}}`. */
export const PLACEHOLDER = /\{\{\s*([\w.-]{1,100})\s*\}\}/g

/** Names of the placeholders in a text, in order, each once. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))]
}
