import type { JsonObject } from '#contracts/scalars.ts'
import type { AssistantRow } from '../assistants/row.ts'
import type { VisitorDetails } from './visitors/queries.ts'

type Speaker = Pick<AssistantRow, 'uuid' | 'name' | 'timezone'>

/** Formatters are expensive to create, and there are few time zones. */
const clocks = new Map<string, { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>()

function clockOf(timeZone: string) {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = {
    date: new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  }
  clocks.set(timeZone, clock)
  return clock
}

/** Replaces `{{name}}` placeholders with their values, or with nothing if undefined. */
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

/** Names set by the system; the visitor's phone number is not one of them. */
const SYSTEM = ['assistant_phone', 'assistant_id', 'assistant_name', 'current_date', 'current_time']

/** Maximum length of a visitor's value in a prompt, characters. */
const MAX_VALUE = 200

type WithVariables = Pick<AssistantRow, 'variables'>

function isReserved({ variables }: WithVariables): (name: string) => boolean {
  const names = new Set([...SYSTEM, ...Object.keys(JSON.parse(variables))])
  return (name) => names.has(name)
}

/** Variables without those defined by the assistant or the system, which visitors must not set (docs/spec/threats.md, L3). */
export function withoutReserved(assistant: WithVariables, variables: JsonObject): JsonObject {
  const reserved = isReserved(assistant)
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !reserved(name)))
}

/** A visitor's own variables, each shortened to one line. */
export function visitorsOwn(assistant: WithVariables, variables: JsonObject): JsonObject {
  const own = Object.entries(withoutReserved(assistant, variables))
  return Object.fromEntries(own.map(([name, value]) => [name, oneLine(value)]))
}

function oneLine(value: JsonObject[string]): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  // Cut first: there may be a hundred values of 2 kB.
  const line = text
    .slice(0, 4 * MAX_VALUE)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  // A character has at most two UTF-16 units.
  return [...line.slice(0, 2 * MAX_VALUE)].slice(0, MAX_VALUE).join('')
}

/** The built-in variables (docs/spec/decisions.md, section 6), followed by the conversation's own. */
export function promptVariables(assistant: Speaker, own: JsonObject, now: Date): JsonObject {
  const { date, time } = clockOf(assistant.timezone)
  return {
    customer_phone: own['customer_phone'] ?? own['phone'] ?? '',
    assistant_phone: '',
    assistant_id: assistant.uuid,
    assistant_name: assistant.name,
    current_date: date.format(now),
    current_time: time.format(now),
    ...own,
  }
}

/** Visitor details among the variables. */
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
