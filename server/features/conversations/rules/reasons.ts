import type { RuleConditions, RuleReason } from '#contracts/rule-fields.ts'
import type { Facts } from './facts.ts'

/** Result of one condition, with the value that it looked at. */
interface Found {
  readonly isMet: boolean
  readonly value: string | null
}

type Check<name extends keyof RuleConditions> = (
  condition: NonNullable<RuleConditions[name]>,
  facts: Facts,
) => Found

const CHECKS: { readonly [name in keyof Required<RuleConditions>]: Check<name> } = {
  assistant: ({ ids, is_not }, { assistant }) =>
    found(is_not, ids.includes(assistant.id), assistant.name),
  type: ({ values, is_not }, { type }) =>
    found(is_not, (values as readonly string[]).includes(type), type),
  language: ({ values, is_not }, { language }) =>
    found(is_not, language !== null && values.includes(language), language),
  page: ({ values, is_not }, { page }) => found(is_not, isIn(page, values), page),
  label({ ids, is_not }, { labels }) {
    const held = labels.filter(({ id }) => ids.includes(id))
    const names = (held.length > 0 ? held : labels).map(({ name }) => name).join(', ')
    return found(is_not, held.length > 0, names || null)
  },
  text({ values, is_not }, { text }) {
    const said = values.find((value) => isIn(text, [value]))
    return found(is_not, said !== undefined, said ?? null)
  },
  office_hours: (wanted, { isInOfficeHours }) =>
    found(wanted === 'outside', isInOfficeHours, isInOfficeHours ? 'inside' : 'outside'),
  contact({ field, values, is_not }, { contact }) {
    const value = contact(field) ?? null
    const isThere = value !== null && (values.length === 0 || isIn(value, values))
    return found(is_not, isThere, value)
  },
}

const found = (isReversed: boolean, holds: boolean, value: string | null): Found => ({
  isMet: holds !== isReversed,
  value,
})

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Reports whether a text contains one of the values, ignoring case. */
function isIn(text: string | null, values: readonly string[]): boolean {
  if (text === null) return false
  const whole = folded(text)
  return values.some((value) => whole.includes(folded(value)))
}

/** Reasons why conditions hold, one for each; undefined if one does not. */
export function reasonsFor(conditions: RuleConditions, facts: Facts): RuleReason[] | undefined {
  const reasons: RuleReason[] = []
  for (const name of Object.keys(CHECKS) as (keyof RuleConditions)[]) {
    const result = check(name, conditions, facts)
    if (!result) continue
    if (!result.isMet) return undefined
    reasons.push({ condition: name, value: result.value })
  }
  return reasons
}

function check<name extends keyof RuleConditions>(
  name: name,
  conditions: RuleConditions,
  facts: Facts,
): Found | undefined {
  const condition = conditions[name]
  return condition === undefined
    ? undefined
    : (CHECKS[name] as Check<name>)(condition as NonNullable<RuleConditions[name]>, facts)
}
