import { type Field, fieldsOf, type Telling } from '../../renderer/reference/fields.ts'
import type { Schema } from '../../renderer/reference/openapi.ts'
import { code, table } from './markdown.ts'

/** The fields of a schema, those within others with dots. */
export function fieldTable(schema: Schema, telling: Telling): string {
  return rowsTable(fieldsOf(schema, telling), telling)
}

/** Fields as a table; a reply has all its fields, a request those that it must have and others. */
export function rowsTable(fields: readonly Field[], { isReply = false }: Telling): string {
  const rows = fields.flatMap((field) => rowsOf(field, '', isReply))
  return table(['Field', 'Type', isReply ? '' : 'Required', 'Rule', 'Default', 'What'], rows)
}

function rowsOf(field: Field, before: string, isReply: boolean): string[][] {
  const { name, type, isRequired, rules, fallback, description = '', fields } = field
  const path = `${before}${name}`
  const row = [
    code(path),
    type,
    isRequired && !isReply ? 'yes' : '',
    rules.join(', '),
    fallback === undefined ? '' : code(fallback),
    description,
  ]
  const inside = type.startsWith('array') ? `${path}[].` : `${path}.`
  return [row, ...fields.flatMap((inner) => rowsOf(inner, inside, isReply))]
}
