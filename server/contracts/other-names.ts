/*
 * Bodies in other words, as clients of the API family send them (docs/spec/family.md, section 0): each becomes the body
 * that the contract describes before it is validated. Proper names win.
 */

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Creates a normalizer that takes fields by other names, where the proper ones are absent. */
export function renaming(properNames: Readonly<Record<string, string>>) {
  return (sent: unknown): unknown => (isFields(sent) ? renamed(sent, properNames) : sent)
}

function renamed(sent: Fields, properNames: Readonly<Record<string, string>>): Fields {
  const wanted = Object.entries(properNames).filter(
    ([other, proper]) => Object.hasOwn(sent, other) && !Object.hasOwn(sent, proper),
  )
  if (wanted.length === 0) return sent
  return { ...sent, ...Object.fromEntries(wanted.map(([other, proper]) => [proper, sent[other]])) }
}

/** Names of the calendar tool's fields in the words of the calendar's maker. */
const CALENDAR_NAMES = Object.fromEntries(
  ['api_key', 'event_slug', 'team_slug', 'endpoint', 'custom_endpoint', 'booking_fields'].map(
    (name) => [`calcom_${name}`, `calendar_${name}`],
  ),
)

/** Takes tools of an assistant whose fields are inside `data`, and calendar tools with the prefix `calcom_`. */
export function flatTools(sent: unknown): unknown {
  if (!isFields(sent) || !Array.isArray(sent['tools'])) return sent
  return { ...sent, tools: sent['tools'].map(flatTool) }
}

function flatTool(tool: unknown): unknown {
  if (!isFields(tool)) return tool
  const { data, ...own } = tool
  const flat: Fields = isFields(data) ? { ...data, ...own } : tool
  return flat['type'] === 'calendar_integration' ? renamed(flat, CALENDAR_NAMES) : flat
}
