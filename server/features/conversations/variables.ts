import type { JsonObject } from '#contracts/scalars.ts'
import type { AssistantRow } from '../assistants/row.ts'
import type { VisitorDetails } from '../visitors/queries.ts'

type Speaker = Pick<AssistantRow, 'uuid' | 'name' | 'timezone'>

/** Puts variables into a text: `{{name}}` becomes its value, or nothing when there is none. */
export function fillIn(text: string, variables: JsonObject): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    return value === undefined || value === null
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  })
}

/** The variables that are always there (decisions.md, section 6), then the conversation's own. */
export function promptVariables(assistant: Speaker, own: JsonObject, now: Date): JsonObject {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: assistant.timezone, ...options }).format(now)
  return {
    customer_phone: own['customer_phone'] ?? own['phone'] ?? '',
    assistant_phone: '',
    assistant_id: assistant.uuid,
    assistant_name: assistant.name,
    current_date: part({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    current_time: part({ hour: '2-digit', minute: '2-digit', hour12: false }),
    ...own,
  }
}

/** What variables say about the visitor. */
export function visitorDetails(variables: JsonObject): VisitorDetails {
  const text = (...names: string[]) =>
    names
      .map((name) => variables[name])
      .find((value): value is string => typeof value === 'string' && value !== '') ?? null
  return {
    name: text('customer_name', 'name'),
    email: text('customer_email', 'email'),
    phone: text('customer_phone', 'phone'),
  }
}
