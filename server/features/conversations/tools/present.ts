import type { Tool } from '#contracts/tools.ts'
import { toDateTime } from '../../../db/time.ts'
import type { ToolRow } from './queries.ts'

/** Converts a custom tool for the API. */
export function presentTool({ headers, schema, asks_first, created_at, ...fields }: ToolRow): Tool {
  return {
    ...fields,
    headers: JSON.parse(headers),
    schema: JSON.parse(schema),
    asks_first: asks_first === 1,
    created_at: toDateTime(created_at),
  }
}
