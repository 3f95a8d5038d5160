import type { JsonObject } from '#contracts/scalars.ts'

/** A variable as it is edited. */
export interface EditedVariable {
  readonly name: string
  readonly value: string
}

/** A value as text: text as it is, anything else as JSON. */
export const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

export const editedOf = (variables: JsonObject): readonly EditedVariable[] =>
  Object.entries(variables).map(([name, value]) => ({ name, value: printed(value) }))

/**
 * The change that turns variables into the edited ones: values that were not touched keep their type, and names that are gone
 * become null, which deletes them.
 */
export function changeOf(before: JsonObject, edited: readonly EditedVariable[]): JsonObject {
  const named = edited.filter(({ name }) => name.trim() !== '')
  const after = Object.fromEntries(named.map(({ name, value }) => [name.trim(), value]))
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name))
  const changed = Object.entries(after).filter(
    ([name, value]) => !Object.hasOwn(before, name) || printed(before[name]) !== value,
  )
  return Object.fromEntries([...changed, ...gone.map((name) => [name, null] as const)])
}
