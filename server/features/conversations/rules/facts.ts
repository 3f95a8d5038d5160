import type { JsonObject } from '#contracts/scalars.ts'
import { awayAt } from '../../platform/values/office-hours.ts'
import { visitorDetails } from '../variables.ts'
import type { FactsRow } from './facts-queries.ts'

/** Values that conditions compare with. */
export interface Facts {
  readonly assistant: { readonly id: number; readonly name: string }
  readonly type: string
  /** Primary tag, such as `de`. */
  readonly language: string | null
  readonly page: string | null
  readonly labels: readonly { readonly id: number; readonly name: string }[]
  /** The visitor's message. */
  readonly text: string | null
  readonly isInOfficeHours: boolean
  /** A detail of the visitor, or a variable; undefined if unknown. */
  readonly contact: (field: string) => string | undefined
}

/** Prepares what is known for conditions, at the time of an event, ms. */
export function factsOf(row: FactsRow, at: number): Facts {
  const variables = JSON.parse(row.variables) as JsonObject
  const given = visitorDetails(variables)
  const details: Readonly<Record<string, string | null>> = {
    name: row.visitor_name ?? given.name,
    email: row.email ?? given.email,
    phone: row.phone ?? given.phone,
  }
  const hours: unknown = row.hours === null ? undefined : JSON.parse(row.hours)
  return {
    assistant: { id: row.assistant_id, name: row.assistant_name },
    type: row.type,
    language: primaryTag(row.visitor_language ?? row.assistant_language),
    page: row.page_url,
    labels: JSON.parse(row.labels),
    text: row.said,
    isInOfficeHours: awayAt(hours, row.timezone, new Date(at)) === null,
    contact: (field) =>
      (Object.hasOwn(details, field) ? details[field] : textOf(variables, field)) ?? undefined,
  }
}

const primaryTag = (tag: string | null) => tag?.toLowerCase().split(/[-_]/)[0] ?? null

function textOf(variables: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
