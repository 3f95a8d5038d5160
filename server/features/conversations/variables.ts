import type { JsonObject } from '#contracts/scalars.ts'
import type { AssistantRow } from '../assistants/row.ts'
import type { VisitorDetails } from './visitors/queries.ts'

type Speaker = Pick<AssistantRow, 'uuid' | 'name' | 'timezone'>

/** Formatters are dear to make, and there are few timezones. */
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

/** Names that the system gives a value; the telephone number of the visitor is theirs to say. */
const SYSTEM = ['assistant_phone', 'assistant_id', 'assistant_name', 'current_date', 'current_time']

/** Longest value of a visitor's that a prompt takes, characters. */
const MAX_VALUE = 200

type Defining = Pick<AssistantRow, 'variables'>

function isReserved({ variables }: Defining): (name: string) => boolean {
  const names = new Set([...SYSTEM, ...Object.keys(JSON.parse(variables))])
  return (name) => names.has(name)
}

/** Variables without those that the assistant or the system defines: no visitor sets them (docs/spec/threats.md, L3). */
export function withoutReserved(assistant: Defining, variables: JsonObject): JsonObject {
  const reserved = isReserved(assistant)
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !reserved(name)))
}

/** A visitor's own variables, each as one short line. */
export function visitorsOwn(assistant: Defining, variables: JsonObject): JsonObject {
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
  // No character has more than two units.
  return [...line.slice(0, 2 * MAX_VALUE)].slice(0, MAX_VALUE).join('')
}

/** The variables that are always there (docs/spec/decisions.md, section 6), then the conversation's own. */
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
